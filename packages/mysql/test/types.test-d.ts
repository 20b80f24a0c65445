import { createReceiver, type DedupeStore } from '@screening-webhooks/core';
import type { Pool as CallbackPool } from 'mysql2';
import type { Pool } from 'mysql2/promise';
import { expectTypeOf, it } from 'vitest';
import { cleanUpEvery, mysqlStore } from '../src/index.js';

declare const pool: Pool;
declare const callbackPool: CallbackPool;

it('is a store, on a pool of promises and on one of callbacks', () => {
  const store = mysqlStore(pool, { table: 'hooks.claims', timeout: 1000 });
  expectTypeOf(store).toExtend<DedupeStore>();
  expectTypeOf(mysqlStore(callbackPool)).toExtend<DedupeStore>();
  createReceiver({ secret: 's', dedupe: store, handlers: {} });
  cleanUpEvery(store, { interval: 1000 });
});

it('takes no other client', () => {
  // @ts-expect-error: a connection string
  mysqlStore('mysql://localhost');
  // @ts-expect-error: no client at all
  mysqlStore({});
});
