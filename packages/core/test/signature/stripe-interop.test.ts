import fc from 'fast-check';
import Stripe from 'stripe';
import { expect, it } from 'vitest';
import { signBody, verifySignature } from '../../src/index.js';
import { NOW_SECONDS, now } from '../support/signed-delivery.js';

// An independent implementation of the same scheme. It takes text, so the bodies here are JSON texts.
const { webhooks } = new Stripe('sk_test_not_a_key');
const bodies = fc.json();
const secrets = fc.string({ minLength: 1, maxLength: 80 }).filter((text) => text.trim() === text);

it('a body that stripe signs verifies here', async () => {
  await fc.assert(
    fc.asyncProperty(bodies, secrets, async (payload, secret) => {
      const header = webhooks.generateTestHeaderString({ payload, secret, timestamp: NOW_SECONDS });
      const verified = await verifySignature(payload, header, { secret, now });
      expect(verified).toMatchObject({ ok: true });
    }),
  );
});

it('a body that signBody signs passes the verifier of stripe', async () => {
  await fc.assert(
    fc.asyncProperty(bodies, secrets, async (payload, secret) => {
      const header = await signBody(payload, { secret });
      expect(webhooks.constructEvent(payload, header, secret)).toEqual(JSON.parse(payload));
    }),
  );
});

it('a header rotated by signBody passes with either secret', async () => {
  const header = await signBody('{}', { secret: ['new', 'old'] });
  expect(webhooks.constructEvent('{}', header, 'new')).toEqual({});
  expect(webhooks.constructEvent('{}', header, 'old')).toEqual({});
});
