/** @jest-environment node */
const { createReceiver } = require('@screening-webhooks/core');
const { fixture, sign } = require('@screening-webhooks/testing');
const { screeningHandlers } = require('./screening-handlers.cjs');

const secret = 'whsec_test';
const results = new Map();
const orders = {
  finish: async (orderId, result) => orderId === 'ord_20817' && !!results.set(orderId, result),
};
const receiver = createReceiver({ secret, handlers: screeningHandlers(orders) });

test('a confirmed license finishes its order', async () => {
  const event = fixture('document_verification.completed');
  expect(await receiver.dispatch(event)).toEqual({ kind: 'processed' });
  expect(results.get('ord_20817')).toBe('verified');
});

test('a deleted order: PermanentError, because a retry cannot help', async () => {
  const metadata = { orderId: 'ord_gone' };
  const event = fixture('document_verification.failed', { data: { metadata } });
  expect(await receiver.dispatch(event)).toMatchObject({ kind: 'discarded' });
});

test('a signed delivery is processed, and processed once', async () => {
  const delivery = await sign(fixture('document_verification.recorded'), { secret });
  const first = await receiver.fetch(delivery.request());
  expect(await first.json()).toEqual({ outcome: 'processed' });
  expect(results.get('ord_20817')).toBe('in_review');

  const retry = await delivery.retry();
  const second = await receiver.fetch(retry.request());
  expect(await second.json()).toEqual({ outcome: 'duplicate' });
});
