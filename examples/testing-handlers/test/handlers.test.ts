import { createReceiver } from '@screening-webhooks/core';
import { fixture } from '@screening-webhooks/testing';
import { describe, expect, test } from 'vitest';
import { orderMetadata, screeningHandlers } from '../src/screening-handlers.js';
import { memoryOrders } from './memory-orders.js';

const { orders, results } = memoryOrders('ord_20817');
const handlers = screeningHandlers(orders);
const receiver = createReceiver({ secret: 'whsec_test', metadata: orderMetadata, handlers });

test('a confirmed license finishes its order', async () => {
  const event = fixture('document_verification.completed');
  expect(await receiver.dispatch(event)).toEqual({ kind: 'processed' });
  expect(results.get('ord_20817')).toBe('verified');
});

test.each([
  ['document_verification.recorded', 'in_review'],
  ['document_verification.failed', 'not_verified'],
] as const)('%s: the order is %s', async (type, result) => {
  expect(await receiver.dispatch(fixture(type))).toEqual({ kind: 'processed' });
  expect(results.get('ord_20817')).toBe(result);
});

describe('an event that is not processed', () => {
  test('a deleted order: PermanentError, because a retry cannot help', async () => {
    const event = fixture('document_verification.completed', {
      data: { metadata: { orderId: 'ord_gone' } },
    });
    expect(await receiver.dispatch(event)).toMatchObject({
      kind: 'discarded',
      error: { name: 'PermanentError', message: 'there is no order ord_gone' },
    });
  });

  test('metadata that the schema rejects: no handler runs', async () => {
    const event = fixture('document_verification.completed', { data: { metadata: {} } });
    expect(await receiver.dispatch(event)).toMatchObject({
      kind: 'rejected',
      rejection: { code: 'data_invalid' },
    });
  });

  test('a storage error: failed, so the service retries', async () => {
    const down = { finish: () => Promise.reject(new Error('the database is down')) };
    const { dispatch } = createReceiver({
      secret: 'whsec_test',
      metadata: orderMetadata,
      handlers: screeningHandlers(down),
    });
    expect(await dispatch(fixture('document_verification.failed'))).toEqual({
      kind: 'failed',
      error: new Error('the database is down'),
    });
  });

  test('a type without a handler: ignored', async () => {
    expect(await receiver.dispatch(fixture('report.completed'))).toEqual({ kind: 'ignored' });
  });
});
