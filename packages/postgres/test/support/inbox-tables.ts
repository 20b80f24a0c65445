import type { TestDatabase } from './server.js';

export const EVENTS = 'screening_webhook_inbox.inbox_events';
export const LINES = 'screening_webhook_inbox.inbox_lines';

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
