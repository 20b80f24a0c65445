import { exportedTypes } from 'screening-webhooks-test-support/exported-types';
import { expect, it } from 'vitest';
import * as cloudflare from '../src/index.js';

it('exports these values, and no others', () => {
  expect(Object.keys(cloudflare).sort()).toEqual([
    'ScreeningDedupe',
    'd1Store',
    'durableObjectStore',
    'queueConsumer',
    'queueInbox',
  ]);
});

it('exports these types, and no others', () => {
  expect(exportedTypes(new URL('../src/index.ts', import.meta.url))).toEqual([
    'D1Binding',
    'D1Store',
    'DedupeStore',
    'DurableObjectBinding',
    'DurableObjectStateBinding',
    'DurableObjectStoreOptions',
    'Inbox',
    'QueueBatch',
    'QueueBinding',
    'QueueConsumerOptions',
    'QueueInboxOptions',
    'QueueMessage',
    'QueueObservation',
    'QueueOutcome',
    'QueuedEvent',
    'ScreeningDedupeOptions',
  ]);
});
