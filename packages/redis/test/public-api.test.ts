import { exportedTypes } from 'screening-webhooks-test-support/exported-types';
import { expect, it } from 'vitest';
import * as inbox from '../src/inbox/index.js';
import * as store from '../src/index.js';

it('exports these values, and no others', () => {
  expect(Object.keys(store).sort()).toEqual(['redisStore']);
  expect(Object.keys(inbox).sort()).toEqual(['redisInbox']);
});

it('exports these types, and no others', () => {
  expect(exportedTypes(new URL('../src/index.ts', import.meta.url))).toEqual([
    'DedupeStore',
    'RedisClient',
    'RedisStoreOptions',
  ]);
  expect(exportedTypes(new URL('../src/inbox/index.ts', import.meta.url))).toEqual([
    'RedisInboxOptions',
    'WorkableInbox',
  ]);
});
