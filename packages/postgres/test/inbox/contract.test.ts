import { PGlite } from '@electric-sql/pglite';
import { inboxContract } from '@screening-webhooks/testing';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { type PostgresInboxOptions, postgresInbox } from '../../src/inbox/index.js';
import type { PostgresClient } from '../../src/index.js';
import { createTestDatabase, describeOnServer } from '../support/server.js';

type Clients = readonly [one: PostgresClient, other: PostgresClient];

let cases = 0;

// A queue for each case: none sees another's events.
function keepsTheContract(clients: () => Clients): void {
  const contract = inboxContract({
    async create(options) {
      const [one, other] = clients();
      const own: PostgresInboxOptions = { ...options, name: `case-${++cases}` };
      const inbox = postgresInbox(one, own);
      await inbox.migrate();
      return { inbox, reopen: () => postgresInbox(other, own) };
    },
  });
  it.concurrent.each(contract)('$name', ({ run }) => run(), 30_000);
}

describeOnServer('postgresInbox on a pool of pg keeps the contract of inboxes', () => {
  let clients: Clients;
  beforeAll(async () => {
    const database = await createTestDatabase();
    clients = [database.pool(), database.pool()];
  });
  keepsTheContract(() => clients);
});

describeOnServer('postgresInbox on postgres.js keeps the contract of inboxes', () => {
  let clients: Clients;
  beforeAll(async () => {
    const database = await createTestDatabase();
    const [one, other] = [0, 1].map(() => postgres(database.url, { onnotice: () => {} }));
    if (!one || !other) throw new Error('two clients');
    clients = [one, other];
    return async () => {
      await Promise.all([one.end(), other.end()]);
    };
  });
  keepsTheContract(() => clients);
});

describe('postgresInbox on PGlite keeps the contract of inboxes', () => {
  const pglite = new PGlite();
  beforeAll(() => pglite.waitReady, 60_000);
  afterAll(() => pglite.close());
  // One process, one connection: the other instance shares it.
  keepsTheContract(() => [pglite, pglite]);
});
