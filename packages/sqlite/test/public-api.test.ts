import { exportedTypes } from 'screening-webhooks-test-support/exported-types';
import { expect, it } from 'vitest';
import * as inbox from '../src/inbox/index.js';
import * as sqlite from '../src/index.js';

it('exports these values and no others', () => {
  expect(Object.keys(sqlite).sort()).toEqual([
    'EffectInProgressError',
    'recordEffect',
    'sqliteStore',
  ]);
  expect(Object.keys(inbox)).toEqual(['sqliteInbox']);
});

it('exports these types and no others', () => {
  expect(exportedTypes(new URL('../src/index.ts', import.meta.url))).toEqual([
    'EffectOptions',
    'SqliteCleanUpResult',
    'SqliteDatabase',
    'SqliteStore',
    'SqliteStoreOptions',
  ]);
  expect(exportedTypes(new URL('../src/inbox/index.ts', import.meta.url))).toEqual([
    'SqliteInbox',
    'SqliteInboxOptions',
  ]);
});
