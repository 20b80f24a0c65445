import { inboxContract } from '@screening-webhooks/testing';
import { createPool } from 'mysql2';
import { MYSQL } from 'screening-webhooks-test-support/mysql-database';
import { beforeAll, it } from 'vitest';
import { type MysqlInboxOptions, mysqlInbox } from '../../src/inbox/index.js';
import type { MysqlPool } from '../../src/index.js';
import { describeOnServer, useTestDatabase } from '../support/server.js';

// More connections than a worker has handlers.
const ROOMY = { connectionLimit: 12 };

let cases = 0;

// Each case has its own queue, so the cases may run concurrently.
function keepsTheContract(clients: () => readonly [one: MysqlPool, other: MysqlPool]): void {
  const contract = inboxContract({
    timeout: 60_000,
    async create(options) {
      const [one, other] = clients();
      const own: MysqlInboxOptions = {
        ...options,
        name: `case-${++cases}`,
        pollInterval: 20,
        timeout: 60_000,
      };
      const inbox = mysqlInbox(one, own);
      await inbox.migrate();
      return { inbox, reopen: () => mysqlInbox(other, own) };
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
  keepsTheContract(() => clients);
});

describeOnServer('mysqlInbox on a pool of callbacks keeps the contract of inboxes', () => {
  const database = useTestDatabase();
  let clients: readonly [MysqlPool, MysqlPool];
  beforeAll(() => {
    const pool = createPool({ ...MYSQL, ...ROOMY, database: database.name });
    clients = [pool, database.pool(ROOMY)];
    return () => pool.promise().end();
  });
  keepsTheContract(() => clients);
});
