import { beforeEach } from 'vitest';
import { postgresInbox } from '../../src/inbox/index.js';
import { EVENTS, LINES } from '../../test/support/contract-inbox.js';
import { type TestDatabase, useTestDatabase } from './server.js';

export { EVENTS, LINES };

/** A database for the tests of the `describe` that calls this, with the tables of the inbox, empty before each test. */
export function useInboxDatabase(): TestDatabase {
  const database = useTestDatabase(() => postgresInbox(database.pool()).migrate());
  beforeEach(() => clear(database));
  return database;
}

/** Ends all leases, as if their time had passed. */
export async function endLeases(database: TestDatabase): Promise<void> {
  await database.admin(
    `UPDATE ${LINES} SET lease_end = now() - interval '1 hour' WHERE token IS NOT NULL`,
  );
}

/** For each event, in the order stored: `waiting`, `leased`, or its outcome. */
export async function states(database: TestDatabase): Promise<unknown[]> {
  const rows = await database.admin(
    `SELECT coalesce(outcome, CASE WHEN token IS NULL OR position <> head THEN 'waiting' ELSE 'leased' END) AS state
     FROM ${EVENTS} LEFT JOIN ${LINES} USING (inbox, line) ORDER BY arrival`,
  );
  return rows.map(({ state }) => state);
}

/** Deletes all events. */
export async function clear(database: TestDatabase): Promise<void> {
  await database.admin(`TRUNCATE ${EVENTS}, ${LINES}`);
}
