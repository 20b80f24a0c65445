import { expect, it } from 'vitest';
import { signBody, verifyEvent, WebhookVerificationError } from '../../src/index.js';
import { recordedEvent } from '../support/sample-event.js';
import { NOW_SECONDS, now, SECRET } from '../support/signed-delivery.js';

const options = { secret: SECRET, now };

async function verifySigned(body: string): Promise<unknown> {
  const header = await signBody(body, { secret: SECRET, timestamp: NOW_SECONDS });
  return verifyEvent(body, header, options);
}

it('returns the event, with every key that was sent', async () => {
  const event = { ...recordedEvent(), related: { candidate: { id: 'cand_1' } } };
  expect(await verifySigned(JSON.stringify(event))).toEqual(event);
});

it('throws an error with the code of the rejection', async () => {
  const error = await verifyEvent('{}', null, options).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(WebhookVerificationError);
  expect(error).toMatchObject({
    name: 'WebhookVerificationError',
    message: 'The webhook was not verified: signature_header_missing',
    code: 'signature_header_missing',
    rejection: { ok: false, code: 'signature_header_missing' },
  });
});

it.each(['', 'not json', 'null', '[]', '{}'])('a signed %j is event_malformed', async (body) => {
  await expect(verifySigned(body)).rejects.toMatchObject({ code: 'event_malformed' });
});
