const {
  createReceiver,
  PermanentError,
  signBody,
  verifyEvent,
  WebhookVerificationError,
} = require('@screening-webhooks/core');

const secret = 'whsec_jest';
const event = {
  id: 'evt_1',
  type: 'document_verification.completed',
  created: '2026-01-01T00:00:00Z',
  data: { verified: true, externalId: 'nurse-7' },
};

test('a handler that throws a PermanentError discards the event', async () => {
  const handler = jest.fn(() => {
    throw new PermanentError('no such nurse');
  });
  const receiver = createReceiver({ secret, handlers: { [event.type]: handler } });

  const { kind, error } = await receiver.dispatch(event);
  expect(handler).toHaveBeenCalledTimes(1);
  expect(kind).toBe('discarded');
  expect(error).toBeInstanceOf(PermanentError);
  expect(error).toBeInstanceOf(Error);
});

test('a signed body verifies, as text and as bytes', async () => {
  const body = JSON.stringify(event);
  const header = await signBody(body, { secret });

  expect(await verifyEvent(body, header, { secret })).toEqual(event);
  // Jest runs tests in their own realm: these bytes are of the outer one, and `instanceof Uint8Array` is false.
  expect(await verifyEvent(Buffer.from(body), header, { secret })).toEqual(event);
  expect(await verifyEvent(new TextEncoder().encode(body), header, { secret })).toEqual(event);
});

test('a tampered body does not verify', async () => {
  const header = await signBody(JSON.stringify(event), { secret });

  const error = await verifyEvent('{}', header, { secret }).catch((reason) => reason);
  expect(error).toBeInstanceOf(WebhookVerificationError);
  expect(error.code).toBe('signature_mismatch');
});
