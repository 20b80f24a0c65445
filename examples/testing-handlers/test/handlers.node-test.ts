import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createReceiver } from '@screening-webhooks/core';
import { fixture } from '@screening-webhooks/testing';
import { orderMetadata, screeningHandlers } from '../src/screening-handlers.js';
import { memoryOrders } from './memory-orders.js';

const { orders, results } = memoryOrders('ord_20817');
const handlers = screeningHandlers(orders);
const receiver = createReceiver({ secret: 'whsec_test', metadata: orderMetadata, handlers });

test('a confirmed license finishes its order', async () => {
  const event = fixture('document_verification.completed');
  assert.deepEqual(await receiver.dispatch(event), { kind: 'processed' });
  assert.equal(results.get('ord_20817'), 'verified');
});
