import type { Pool } from 'pg';
import { SERVER } from 'screening-webhooks-test-support/scratch-database';
import type { SqlUnderTest } from 'screening-webhooks-test-support/stores/sql-under-test';
import { expect } from 'vitest';
import { postgresInbox } from '../../src/inbox/index.js';
import { postgresStore } from '../../src/index.js';
import { LINES } from './inbox-tables.js';
import type { TestDatabase } from './server.js';

/** The store and the inbox of a database, for the suites of every store in a table. */
export function postgresStoreUnderTest({ pool, admin, lock }: TestDatabase): SqlUnderTest<Pool> {
  return {
    server: 'PostgreSQL',
    port: SERVER.port,
    // None is closed because it idles.
    pool: ({ port = SERVER.port, connections = 12 } = {}) =>
      pool({ port, max: connections, idleTimeoutMillis: 0 }),
    store: postgresStore,
    inbox: postgresInbox,
    async take(from) {
      const client = await from.connect();
      return () => client.release();
    },
    sizeOf: (of) => of.totalCount,
    async sessionOf(of) {
      const { rows } = await of.query(
        "SELECT pg_backend_pid() AS id, current_setting('lock_timeout') AS limit_of_locks",
      );
      return rows;
    },
    admin,
    lock: (rows) => lock(`SELECT FROM ${rows} FOR UPDATE`),
    lockTimeout: expect.objectContaining({ code: '55P03' }),
    key: 'key',
    lines: LINES,
    past: "timestamptz '2000-01-01'",
    addExpired: (table, count) =>
      admin(`INSERT INTO ${table}
        SELECT 'old ' || n, 'a', true, now() - interval '1 s' FROM generate_series(1, ${count}) n`),
  };
}
