import type { PGlite, Transaction } from '@electric-sql/pglite';
import {
  createReceiver,
  type EventOf,
  type Inbox,
  type WorkableInbox,
} from '@screening-webhooks/core';
import type { Pool, PoolClient } from 'pg';
import type { Sql, TransactionSql } from 'postgres';
import { expectTypeOf, it } from 'vitest';
import { postgresInbox } from '../src/inbox/index.js';
import { postgresStore, transactional } from '../src/index.js';

type Completed = EventOf<'document_verification.completed'>;
declare const pool: Pool;
declare const sql: Sql;
declare const pglite: PGlite;

it('tx is what the transactions of the client are', () => {
  transactional(pool, (_event, { tx }) => expectTypeOf(tx).toEqualTypeOf<PoolClient>());
  transactional(sql, (_event, { tx }) => expectTypeOf(tx).toExtend<TransactionSql>());
  transactional(pglite, (_event, { tx }) => expectTypeOf(tx).toEqualTypeOf<Transaction>());
});

it('a transactional handler is a handler of the event it names, and of no other', () => {
  createReceiver({
    secret: 's',
    dedupe: postgresStore(pool),
    handlers: {
      'document_verification.completed': transactional(
        pool,
        ({ data }: Completed, { tx, signal }) => {
          expectTypeOf(tx).toEqualTypeOf<PoolClient>();
          expectTypeOf(data.verified).toEqualTypeOf<true>();
          expectTypeOf(signal).toEqualTypeOf<AbortSignal>();
        },
      ),
      // @ts-expect-error: an event of another type
      'document_verification.failed': transactional(pool, (_event: Completed) => {}),
    },
  });
});

it('takes no other client', () => {
  // @ts-expect-error: a connection string
  postgresStore('postgres://localhost');
  // @ts-expect-error: no client at all
  postgresStore({});
});

it('postgresInbox is an inbox with workers, on each client', () => {
  expectTypeOf(postgresInbox(pool)).toExtend<WorkableInbox>();
  expectTypeOf(postgresInbox(sql)).toExtend<Inbox>();
  postgresInbox(pglite, { orderBy: 'integrationId', lease: 1000 });
  // @ts-expect-error: a connection string
  postgresInbox('postgres://localhost');
  // @ts-expect-error: an unknown field
  postgresInbox(pool, { orderBy: 'candidateId' });
});
