import { exportedTypes } from 'screening-webhooks-test-support/exported-types';
import { expect, it } from 'vitest';
import * as inbox from '../src/inbox/index.js';
import * as mysql from '../src/index.js';

it('exports these values and no others', () => {
  expect(Object.keys(mysql).sort()).toEqual([
    'EffectInProgressError',
    'TransactionControlError',
    'cleanUpEvery',
    'mysqlStore',
    'recordEffect',
    'transactional',
  ]);
  expect(Object.keys(inbox)).toEqual(['mysqlInbox']);
});

it('exports these types and no others', () => {
  expect(exportedTypes(new URL('../src/index.ts', import.meta.url))).toEqual([
    'CleanUpOptions',
    'CleanUpResult',
    'CleanUpTimer',
    'EffectOptions',
    'EventEnvelope',
    'Handler',
    'MysqlPool',
    'MysqlStore',
    'MysqlStoreOptions',
    'TransactionContext',
    'TransactionalOptions',
  ]);
  expect(exportedTypes(new URL('../src/inbox/index.ts', import.meta.url))).toEqual([
    'MysqlInbox',
    'MysqlInboxOptions',
  ]);
});
