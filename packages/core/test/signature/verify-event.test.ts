import { describe, expect, it } from 'vitest';
import {
  type HeaderValue,
  signBody,
  verifyEvent,
  WebhookVerificationError,
} from '../../src/index.js';
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

describe('throws an error with the code, the likely cause and the command that prints its cure', () => {
  const body = JSON.stringify(recordedEvent());
  const contradictory = JSON.stringify(recordedEvent('evt_1', { verified: true }));
  const signed = (content: string, timestamp = NOW_SECONDS, secret = SECRET) =>
    signBody(content, { secret, timestamp });

  it.each<[code: string, cause: string, body: string, header: () => unknown]>([
    [
      'signature_header_missing',
      '. No Service-Signature header was passed: a stranger, or a proxy that drops the header.',
      body,
      () => undefined,
    ],
    [
      'signature_header_malformed',
      '. The header is not t=<seconds>,v1=<hex>.',
      body,
      () => 'garbage',
    ],
    ['timestamp_missing', '. The header has no t=<seconds>.', body, () => 'v1=00'],
    ['signature_missing', '. The header has no v1=<64 hex digits>.', body, () => 't=1'],
    [
      'signature_mismatch',
      '. No secret of this receiver made this signature: wrong secret, or the body was changed. Pass the raw body: a parsed one has other bytes.',
      body,
      () => signed(body, NOW_SECONDS, 'whsec_other'),
    ],
    [
      'timestamp_too_old',
      ' (t is 400 s old). The signature is genuine, but old: the delivery is a replay or was held back, or this clock is ahead.',
      body,
      () => signed(body, NOW_SECONDS - 400),
    ],
    [
      'timestamp_in_future',
      ' (t is 400 s ahead). The signature is genuine, but its time is ahead: this clock is behind.',
      body,
      () => signed(body, NOW_SECONDS + 400),
    ],
    [
      'event_malformed',
      '. The signature is genuine, but the body is not a valid event in JSON.',
      '{}',
      () => signed('{}'),
    ],
    [
      'data_invalid',
      '. A schema refuses the event, or data.verified contradicts its type.',
      contradictory,
      () => signed(contradictory),
    ],
  ])('%s', async (code, cause, sent, header) => {
    const given = (await header()) as HeaderValue;
    const error = await verifyEvent(sent, given, options).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(WebhookVerificationError);
    expect(error).toMatchObject({
      name: 'WebhookVerificationError',
      message: `The webhook was not verified: ${code}${cause} See: npx @screening-webhooks/cli explain ${code}`,
      code,
      rejection: { ok: false, code },
    });
  });

  it('a code of a receiver has the command alone', () => {
    const error = new WebhookVerificationError({ ok: false, code: 'wrong_integration' });
    expect(error.message).toBe(
      'The webhook was not verified: wrong_integration. See: npx @screening-webhooks/cli explain wrong_integration',
    );
  });
});
