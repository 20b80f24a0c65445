import type { PGlite } from '@electric-sql/pglite';
import { inboxContract } from '@screening-webhooks/testing';
import postgres from 'postgres';
import { beforeAll, describe, it } from 'vitest';
import { type PostgresInboxOptions, postgresInbox } from '../../src/inbox/index.js';
import type { PostgresClient } from '../../src/index.js';
import { openPglite } from '../support/open-pglite.js';
import { describeOnServer, useTestDatabase } from '../support/server.js';

type Clients = readonly [one: PostgresClient, other: PostgresClient];

let cases = 0;

// Each case has its own queue, so the cases may run concurrently.
function keepsTheContract(clients: () => Clients): void {
  const contract = inboxContract({
    timeout: 60_000,
    async create(options) {
      const [one, other] = clients();
      const own: PostgresInboxOptions = {
        ...options,
        name: `case-${++cases}`,
        pollInterval: 20,
      };
      const inbox = postgresInbox(one, own);
      await inbox.migrate();
      return { inbox, reopen: () => postgresInbox(other, own) };
    },
  });
  it.concurrent.each(contract)('$name', ({ run }) => run());
}

describeOnServer('postgresInbox on a pool of pg keeps the contract of inboxes', () => {
  let clients: Clients;
  useTestDatabase(async ({ pool }) => (clients = [pool(), pool()]));
  keepsTheContract(() => clients);
});

describeOnServer('postgresInbox on postgres.js keeps the contract of inboxes', () => {
  const database = useTestDatabase();
  let clients: Clients;
  beforeAll(() => {
    const [one, other] = [0, 1].map(() => postgres(database.url, { max: 12, onnotice: () => {} }));
    if (!one || !other) throw new Error('Expected two clients.');
    clients = [one, other];
    return async () => {
      await Promise.all([one.end(), other.end()]);
    };
  });
  keepsTheContract(() => clients);
});

describe('postgresInbox on PGlite keeps the contract of inboxes', () => {
  let pglite: PGlite;
  beforeAll(async () => {
    pglite = await openPglite();
    return () => pglite.close();
  });
  // PGlite allows one connection, so both instances share it.
  keepsTheContract(() => [pglite, pglite]);
});
