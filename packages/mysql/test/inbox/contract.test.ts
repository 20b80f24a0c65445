import { type Damage, inboxContract } from '@screening-webhooks/testing';
import { createPool } from 'mysql2';
import { MYSQL } from 'screening-webhooks-test-support/mysql-database';
import { beforeAll, it } from 'vitest';
import { type MysqlInboxOptions, mysqlInbox } from '../../src/inbox/index.js';
import type { MysqlPool } from '../../src/index.js';
import { EVENTS, LINES } from '../support/inbox-tables.js';
import { describeOnServer, type TestDatabase, useTestDatabase } from '../support/server.js';

// More connections than a worker has handlers.
const ROOMY = { connectionLimit: 12 };

const DAMAGES: Readonly<Record<Damage, string>> = {
  gone: `DELETE FROM ${EVENTS}`,
  unreadable: `UPDATE ${EVENTS} SET event = '{'`,
  'ended by hand': `UPDATE ${EVENTS} SET ended_at = 1`,
};

let cases = 0;

// Each case has its own queue, so the cases may run concurrently.
function keepsTheContract(
  { admin, lock }: TestDatabase,
  clients: () => readonly [one: MysqlPool, other: MysqlPool],
): void {
  const contract = inboxContract({
    timeout: 60_000,
    damages: ['gone', 'unreadable', 'ended by hand'],
    locks: true,
    async create(options) {
      const [one, other] = clients();
      const own: MysqlInboxOptions = {
        ...options,
        name: `case-${++cases}`,
        pollInterval: 20,
        timeout: 60_000,
        // They are dead letters, and locked rows, of the contract.
        onError: () => {},
      };
      const inbox = mysqlInbox(one, own);
      await inbox.migrate();
      const stored = (id: string): string => `inbox = '${own.name}' AND event_id = '${id}'`;
      return {
        inbox,
        reopen: () => mysqlInbox(other, own),
        damage: (id, how) => admin(`${DAMAGES[how]} WHERE ${stored(id)}`),
        lock: (id) =>
          lock(
            `SELECT 1 FROM ${EVENTS} LEFT JOIN ${LINES} USING (inbox, line) WHERE ${stored(id)}`,
          ),
      };
    },
  });
  it.concurrent.each(contract)('$name', ({ run }) => run());
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
