import postgres from 'postgres';
import { inboxContractSuite } from 'screening-webhooks-test-support/stores/contract-suites';
import { beforeAll } from 'vitest';
import type { PostgresClient } from '../../src/index.js';
import { contractInbox, EVENTS } from '../../test/support/contract-inbox.js';
import { describeOnServer, type TestDatabase, useTestDatabase } from '../support/server.js';

type Clients = readonly [one: PostgresClient, other: PostgresClient];

function keepsTheContract(database: TestDatabase, clients: () => Clients): void {
  inboxContractSuite({
    ...contractInbox(clients, database.admin),
    lock: (condition) => database.lock(`SELECT FROM ${EVENTS} WHERE ${condition} FOR UPDATE`),
  });
}

describeOnServer('postgresInbox on a pool of pg keeps the contract of inboxes', () => {
  let clients: Clients;
  const database = useTestDatabase(async ({ pool }) => (clients = [pool(), pool()]));
  keepsTheContract(database, () => clients);
});

describeOnServer('postgresInbox on postgres.js keeps the contract of inboxes', () => {
  const database = useTestDatabase();
  let clients: Clients;
  beforeAll(() => {
    const open = () => postgres(database.url, { max: 12, onnotice: () => {} });
    const [one, other] = [open(), open()];
    clients = [one, other];
    return async () => {
      await Promise.all([one.end(), other.end()]);
    };
  });
  keepsTheContract(database, () => clients);
});
