import {
  createReceiver,
  type DedupeStore,
  type EventOf,
  type Inbox,
  type WorkableInbox,
} from '@screening-webhooks/core';
import type { Pool as CallbackPool } from 'mysql2';
import type { Pool, PoolConnection } from 'mysql2/promise';
import { expectTypeOf, it } from 'vitest';
import { mysqlInbox } from '../src/inbox/index.js';
import { cleanUpEvery, mysqlStore, recordEffect, transactional } from '../src/index.js';

type Completed = EventOf<'document_verification.completed'>;
declare const pool: Pool;
declare const callbackPool: CallbackPool;
declare function declareTransaction(
  run: (tx: PoolConnection, event: Completed) => Promise<void>,
): void;

it('is a store, on a pool of promises and on one of callbacks', () => {
  const store = mysqlStore(pool, { table: 'hooks.claims', timeout: 1000 });
  expectTypeOf(store).toExtend<DedupeStore>();
  expectTypeOf(mysqlStore(callbackPool)).toExtend<DedupeStore>();
  createReceiver({ secret: 's', dedupe: store, handlers: {} });
  cleanUpEvery(store, { interval: 1000 });
});

it('tx is a connection of promises, and a handler is one of the event it names', () => {
  transactional(pool, (_event, { tx }) => expectTypeOf(tx).toEqualTypeOf<PoolConnection>());
  transactional(callbackPool, (_event, { tx }) => expectTypeOf(tx).toEqualTypeOf<PoolConnection>());
  createReceiver({
    secret: 's',
    handlers: {
      'document_verification.completed': transactional(pool, ({ data }: Completed, { signal }) => {
        expectTypeOf(data.verified).toEqualTypeOf<true>();
        expectTypeOf(signal).toEqualTypeOf<AbortSignal>();
      }),
      // @ts-expect-error: an event of another type
      'document_verification.failed': transactional(pool, (_event: Completed) => {}),
    },
  });
});

it('takes no other client', () => {
  // @ts-expect-error: a connection string
  mysqlStore('mysql://localhost');
  // @ts-expect-error: no client at all
  mysqlStore({});
});

it('recordEffect takes the answers of mysql2, and resolves with whether the effect is new', () => {
  declareTransaction(async (tx, event) => {
    expectTypeOf(await recordEffect((sql) => tx.query(sql), event)).toEqualTypeOf<boolean>();
    // @ts-expect-error: an unknown option
    await recordEffect((sql) => tx.query(sql), event, { nmae: 'mail' });
    // @ts-expect-error: no function
    await recordEffect(tx, event);
  });
});

it('mysqlInbox is an inbox with workers, on each pool', () => {
  expectTypeOf(mysqlInbox(pool)).toExtend<WorkableInbox>();
  expectTypeOf(mysqlInbox(callbackPool)).toExtend<Inbox>();
  mysqlInbox(pool, { orderBy: 'integrationId', lease: 1000, schema: 'hooks', timeout: 1000 });
  // @ts-expect-error: a connection string
  mysqlInbox('mysql://localhost');
  // @ts-expect-error: an unknown field
  mysqlInbox(pool, { orderBy: 'candidateId' });
});
