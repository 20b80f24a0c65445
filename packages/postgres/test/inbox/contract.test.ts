import type { PGlite } from '@electric-sql/pglite';
import { type Damage, inboxContract } from '@screening-webhooks/testing';
import postgres from 'postgres';
import { beforeAll, describe, it } from 'vitest';
import { type PostgresInboxOptions, postgresInbox } from '../../src/inbox/index.js';
import type { PostgresClient } from '../../src/index.js';
import { EVENTS } from '../support/inbox-tables.js';
import { openPglite } from '../support/open-pglite.js';
import { describeOnServer, useTestDatabase } from '../support/server.js';

type Clients = readonly [one: PostgresClient, other: PostgresClient];

let cases = 0;

const DAMAGE: Readonly<Record<Damage, string>> = {
  gone: `DELETE FROM ${EVENTS}`,
  unreadable: `UPDATE ${EVENTS} SET event = '{'`,
  'ended by hand': `UPDATE ${EVENTS} SET ended_at = now()`,
};

// Each case has its own queue, so the cases may run concurrently.
function keepsTheContract(
  clients: () => Clients,
  run: (text: string) => Promise<unknown>,
  lock?: (query: string) => Promise<() => Promise<unknown>>,
): void {
  const contract = inboxContract({
    timeout: 60_000,
    damages: ['gone', 'unreadable', 'ended by hand'],
    locks: lock !== undefined,
    async create(options) {
      const [one, other] = clients();
      const own: PostgresInboxOptions = {
        ...options,
        name: `case-${++cases}`,
        pollInterval: 20,
        // They are dead letters, and locked rows, of the contract.
        onError: () => {},
      };
      const inbox = postgresInbox(one, own);
      await inbox.migrate();
      const of = (id: string): string => `WHERE inbox = '${own.name}' AND event_id = '${id}'`;
      return {
        inbox,
        reopen: () => postgresInbox(other, own),
        damage: (id, how) => run(`${DAMAGE[how]} ${of(id)}`),
        ...(lock && { lock: (id) => lock(`SELECT FROM ${EVENTS} ${of(id)} FOR UPDATE`) }),
      };
    },
  });
  it.concurrent.each(contract)('$name', ({ run }) => run());
}

describeOnServer('postgresInbox on a pool of pg keeps the contract of inboxes', () => {
  let clients: Clients;
  const database = useTestDatabase(async ({ pool }) => (clients = [pool(), pool()]));
  keepsTheContract(() => clients, database.admin, database.lock);
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
  keepsTheContract(() => clients, database.admin, database.lock);
});

describe('postgresInbox on PGlite keeps the contract of inboxes', () => {
  let pglite: PGlite;
  beforeAll(async () => {
    pglite = await openPglite();
    return () => pglite.close();
  });
  // PGlite allows one connection, so both instances share it.
  keepsTheContract(
    () => [pglite, pglite],
    (text) => pglite.query(text),
  );
});
