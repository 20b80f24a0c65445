import { createPool } from 'mysql2';
import { MYSQL } from 'screening-webhooks-test-support/mysql-database';
import { inboxContractSuite } from 'screening-webhooks-test-support/stores/contract-suites';
import { beforeAll } from 'vitest';
import { mysqlInbox } from '../../src/inbox/index.js';
import type { MysqlPool } from '../../src/index.js';
import { EVENTS, LINES } from '../support/inbox-tables.js';
import { describeOnServer, type TestDatabase, useTestDatabase } from '../support/server.js';

// More connections than a worker has handlers.
const ROOMY = { connectionLimit: 12 };

function keepsTheContract(
  { admin, lock }: TestDatabase,
  clients: () => readonly [one: MysqlPool, other: MysqlPool],
): void {
  inboxContractSuite({
    open: (process, options) => mysqlInbox(clients()[process], options),
    run: admin,
    damages: {
      gone: `DELETE FROM ${EVENTS}`,
      unreadable: `UPDATE ${EVENTS} SET event = '{'`,
      'ended by hand': `UPDATE ${EVENTS} SET ended_at = 1`,
    },
    lock: (condition) =>
      lock(`SELECT 1 FROM ${EVENTS} LEFT JOIN ${LINES} USING (inbox, line) WHERE ${condition}`),
  });
}

describeOnServer('mysqlInbox keeps the contract of inboxes', () => {
  const database = useTestDatabase();
  let clients: readonly [MysqlPool, MysqlPool];
  beforeAll(() => {
    clients = [database.pool(ROOMY), database.pool(ROOMY)];
  });
  keepsTheContract(database, () => clients);
});

describeOnServer('mysqlInbox on a pool of callbacks keeps the contract of inboxes', () => {
  const database = useTestDatabase();
  let clients: readonly [MysqlPool, MysqlPool];
  beforeAll(() => {
    const pool = createPool({ ...MYSQL, ...ROOMY, database: database.name });
    clients = [pool, database.pool(ROOMY)];
    return () => pool.promise().end();
  });
  keepsTheContract(database, () => clients);
});
