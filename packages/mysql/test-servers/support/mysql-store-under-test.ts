import type { Pool } from 'mysql2/promise';
import { MYSQL } from 'screening-webhooks-test-support/mysql-database';
import type { SqlUnderTest } from 'screening-webhooks-test-support/stores/sql-under-test';
import { expect } from 'vitest';
import { mysqlInbox } from '../../src/inbox/index.js';
import { mysqlStore } from '../../src/index.js';
import { LINES } from './inbox-tables.js';
import type { TestDatabase } from './server.js';

/** The store and the inbox of a database, for the suites of every store in a table. */
export function mysqlStoreUnderTest({ pool, admin, lock }: TestDatabase): SqlUnderTest<Pool> {
  return {
    server: 'MySQL',
    port: MYSQL.port,
    pool: ({ port = MYSQL.port, connections = 12 } = {}) =>
      pool({ port, connectionLimit: connections }),
    store: mysqlStore,
    inbox: mysqlInbox,
    async take(from) {
      const connection = await from.getConnection();
      return () => connection.release();
    },
    sizeOf: (of) => Reflect.get(of.pool, '_allConnections').length,
    async sessionOf(of) {
      const [rows] = await of.query(
        'SELECT CONNECTION_ID() AS id, @@innodb_lock_wait_timeout AS limit_of_locks',
      );
      return rows;
    },
    admin,
    lock: (rows) => lock(`SELECT 1 FROM ${rows}`),
    lockTimeout: expect.objectContaining({ errno: 1205 }),
    key: 'claim_key',
    lines: LINES,
    past: '1',
    addExpired: (table, count) =>
      admin(`INSERT INTO ${table} SELECT CONCAT('old ', seq), 'a', 1, seq FROM seq_1_to_${count}`),
  };
}
