import type { Pool, PoolOptions } from 'mysql2/promise';
import { beforeEach } from 'vitest';
import { mysqlInbox } from '../../src/inbox/index.js';
import { type TestDatabase, useTestDatabase } from './server.js';

export const EVENTS = 'screening_webhook_inbox_events';
export const LINES = 'screening_webhook_inbox_lines';
export const PAUSED = 'screening_webhook_inbox_paused';

/** The time of the server, as the tables have it. */
export const SERVER_TIME = "TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6))";

/** A database for the tests of the `describe` that calls this, with the tables of the inbox, empty before each test. */
export function useInboxDatabase(): TestDatabase {
  const database = useTestDatabase(() => mysqlInbox(roomyPool(database)).migrate());
  beforeEach(async () => {
    for (const table of [EVENTS, LINES, PAUSED]) await database.admin(`DELETE FROM ${table}`);
  });
  return database;
}

/** A pool with more connections than a worker has handlers. */
export function roomyPool(database: TestDatabase, options: PoolOptions = {}): Pool {
  return database.pool({ connectionLimit: 12, ...options });
}

/** Ends all leases, as if their time had passed. */
export async function endLeases(database: TestDatabase): Promise<void> {
  await database.admin(`UPDATE ${LINES} SET lease_end = 1 WHERE token IS NOT NULL`);
}

/** For each event, in the order stored: `waiting`, `leased`, or its outcome. */
export async function states(database: TestDatabase): Promise<unknown[]> {
  const rows = await database.admin(
    `SELECT COALESCE(outcome, IF(token IS NULL OR position <> head, 'waiting', 'leased')) AS state
      FROM ${EVENTS} LEFT JOIN ${LINES} USING (inbox, line) ORDER BY arrival`,
  );
  return rows.map(({ state }) => String(state));
}
