import { signBody, verifySignature } from '@screening-webhooks/core';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type DeliveryToExplain, explainDelivery } from '../src/index.js';
import { T as NOW_SECONDS, now, toBody } from './sign-by-hand.js';

const secrets = fc.string({ minLength: 1, maxLength: 60 }).filter((text) => text.trim() === text);
const timestamps = fc.integer({ min: NOW_SECONDS - 300, max: NOW_SECONDS + 300 });
const bytes = fc.uint8Array({ maxLength: 256 });
const texts = fc.oneof(fc.string({ maxLength: 256 }), fc.json({ maxDepth: 2 })).map(toBody);
const hex = fc.stringMatching(/^[0-9a-f]{64}$/);

// 10,000 in all: 5,000 that are genuine, and 5,000 that are garbage.

it('0 false causes: what was signed as specified is explained as ok, as verifySignature says', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(bytes, texts),
      fc.uniqueArray(secrets, { minLength: 1, maxLength: 3 }),
      fc.nat(),
      timestamps,
      async (body, secret, nth, timestamp) => {
        const secretIndex = nth % secret.length;
        const signer = secret[secretIndex] ?? '';
        const header = await signBody(body, { secret: signer, timestamp });
        const explanation = await explainDelivery({ body, header, secret, now });
        expect(explanation).toEqual({ ok: true, timestamp, secretIndex });
        expect(explanation).toEqual(await verifySignature(body, header, { secret, now }));
      },
    ),
    { numRuns: 5000, seed: 5 },
  );
}, 120_000);

const headers = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(timestamps, hex).map(([t, v1]) => `t=${t},v1=${v1}`) },
  fc.tuple(timestamps, fc.base64String()).map(([t, v1]) => `t=${t},v1=${v1}`),
  fc.tuple(fc.constantFrom(';', '&', ', '), hex).map(([end, v1]) => `"t=1"${end}V1=${v1}`),
  fc.string({ maxLength: 100 }),
  fc.string({ unit: 'binary', maxLength: 100 }),
);

it.each([
  ['of bytes', bytes, 4500],
  ['of text and JSON', texts, 500],
])(
  '0 false causes: garbage %s never has a cause that takes a MAC to prove',
  async (_of, bodies, numRuns) => {
    await fc.assert(
      fc.asyncProperty(bodies, headers, secrets, async (body, header, secret) => {
        const explanation = await explainDelivery({ body, header, secret, now });
        expect(explanation).toMatchObject({ ok: false, proven: false });
        if (explanation.ok) return;
        for (const { cause } of [explanation, ...explanation.otherFindings]) {
          expect(cause).not.toMatch(/^(?:secret_|signed_|body_reserialized|delivery_|clock_)/);
        }
        expect(await verifySignature(body, header, { secret, now })).toEqual({
          ok: false,
          code: explanation.code,
        });
      }),
      { numRuns, seed: 5 },
    );
  },
  120_000,
);

it('0 false causes: a changed value is never taken for damage, re-serialised or not', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string(), fc.string(), fc.boolean(), async (value, other, indented) => {
      fc.pre(value !== other);
      const sent = JSON.stringify({ id: 'evt_1', data: { value } });
      const got = JSON.stringify({ id: 'evt_1', data: { value: other } }, null, indented ? 2 : 0);
      const header = await signBody(sent, { secret: 's', timestamp: NOW_SECONDS });
      const explanation = await explainDelivery({ body: toBody(got), header, secret: 's', now });
      expect(explanation).toMatchObject({ ok: false, proven: false });
    }),
    { numRuns: 200, seed: 5 },
  );
}, 60_000);

it('neither secret nor body is in an explanation, whatever is the matter', async () => {
  const canaries = fc.stringMatching(/^[a-z0-9]{24}$/);
  const damages: readonly ((text: string) => string)[] = [
    (text) => text,
    (text) => `${text}\n`,
    (text) => `"${text}"`,
    (text) => JSON.stringify({ body: text }),
    (text) => text.toUpperCase(),
    (text) => text.slice(1),
    (text) => btoa(text),
    () => '[object Object]',
  ];
  const damage = fc.constantFrom(...damages);
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(canaries, { minLength: 3, maxLength: 3 }),
      fc.tuple(damage, damage, damage),
      async ([secret = '', value = '', name = ''], [ofSecret, ofBody, ofHeader]) => {
        const body = JSON.stringify({ id: value });
        const header = await signBody(body, { secret, timestamp: NOW_SECONDS - 1000 });
        const delivery: DeliveryToExplain = {
          body: toBody(ofBody(body)),
          header: ofHeader(header),
          headers: [
            [name, value],
            ['content-type', value],
          ],
          secret: ofSecret(secret),
          now,
        };
        const said = JSON.stringify(await explainDelivery(delivery)).toLowerCase();
        for (const canary of [secret, value, name]) {
          for (const form of [canary, btoa(canary)]) {
            expect(said).not.toContain(form.slice(0, 8).toLowerCase());
          }
        }
      },
    ),
    { numRuns: 500, seed: 5 },
  );
}, 60_000);
