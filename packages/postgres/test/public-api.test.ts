import { exportedTypes } from 'screening-webhooks-test-support/exported-types';
import { expect, it } from 'vitest';
import * as inbox from '../src/inbox/index.js';
import * as postgres from '../src/index.js';

it('exports these values and no others', () => {
  expect(Object.keys(postgres).sort()).toEqual([
    'EffectInProgressError',
    'TransactionControlError',
    'cleanUpEvery',
    'postgresStore',
    'recordEffect',
    'transactional',
  ]);
  expect(Object.keys(inbox).sort()).toEqual(['postgresInbox']);
});

it('exports these types and no others', () => {
  expect(exportedTypes(new URL('../src/index.ts', import.meta.url))).toEqual([
    'CleanUpOptions',
    'CleanUpResult',
    'CleanUpTimer',
    'EffectOptions',
    'EventEnvelope',
    'Handler',
    'PostgresClient',
    'PostgresStore',
    'PostgresStoreOptions',
    'TransactionContext',
    'TransactionalOptions',
  ]);
  expect(exportedTypes(new URL('../src/inbox/index.ts', import.meta.url))).toEqual([
    'PostgresInbox',
    'PostgresInboxOptions',
  ]);
});
