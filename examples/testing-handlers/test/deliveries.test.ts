import { createReceiver } from '@screening-webhooks/core';
import { fixture, manualClock, sender, sign } from '@screening-webhooks/testing';
import { expect, test } from 'vitest';
import type { Orders } from '../src/orders.js';
import { orderMetadata, screeningHandlers } from '../src/screening-handlers.js';
import { memoryOrders } from './memory-orders.js';

// dispatch() only runs a handler. These tests are end to end: signed, verified, deduped, dispatched, acked.

const secret = 'whsec_test';
const event = fixture('document_verification.completed');

function receiverOf(orders: Orders, now = Date.now) {
  const handlers = screeningHandlers(orders);
  return createReceiver({ secret, metadata: orderMetadata, handlers, now });
}

test('a signed delivery is processed, and processed once', async () => {
  const { orders, results } = memoryOrders('ord_20817');
  const receiver = receiverOf(orders);
  const delivery = await sign(event, { secret });

  const response = await receiver.fetch(delivery.request());
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ outcome: 'processed' });
  expect(results.get('ord_20817')).toBe('verified');

  const retry = await delivery.retry();
  expect(await (await receiver.fetch(retry.request())).json()).toEqual({ outcome: 'duplicate' });
});

test.each([
  ['changed in transit', 401, 'signature_mismatch'],
  ['signed 301 s ago', 400, 'timestamp_too_old'],
])('a delivery that was %s is refused: %i %s', async (how, status, code) => {
  const { orders, results } = memoryOrders('ord_20817');
  const delivery = await sign(event, { secret });
  const bad = how === 'signed 301 s ago' ? await delivery.stale() : delivery.tampered();

  const response = await receiverOf(orders).fetch(bad.request());
  expect(response.status).toBe(status);
  expect(await response.json()).toEqual({ outcome: 'rejected', code });
  expect(results.size).toBe(0);
});

test('a storage that is down for four minutes: the fourth attempt succeeds', async () => {
  const clock = manualClock();
  const upAgainAt = clock.now() + 4 * 60_000;
  const { orders, results } = memoryOrders('ord_20817');
  const receiver = receiverOf(
    {
      async finish(orderId, result) {
        if (clock.now() < upAgainAt) throw new Error('the database is down');
        return orders.finish(orderId, result);
      },
    },
    clock.now,
  );

  const url = 'https://shop.test/webhooks/screening';
  const report = await sender({ url, secret, clock, fetch: receiver.fetch }).send(event);
  expect(report.delivered).toBe(true);
  expect(report.attempts.map(({ at, status }) => [at, status])).toEqual([
    [0, 500],
    [60, 500],
    [180, 500],
    [420, 200],
  ]);
  expect(results.get('ord_20817')).toBe('verified');
});
