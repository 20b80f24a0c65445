/**
 * The tables of all inboxes of a database.
 *
 * - events: each event with its JSON, until its retention ends. An open event has a place (`position`) in a line.
 * - lines: one row for each line with open events. Their positions are `head` to `last`, without a gap. The attempts, the lease
 *   and the time of the next run are those of the head, so no other event can be fetched. An event without an order has a line
 *   of its own.
 * - paused: the inboxes that are paused.
 *
 * Times are in milliseconds since the epoch.
 */
export const createInboxTables: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS screening_webhook_inbox_events (
    arrival INTEGER PRIMARY KEY AUTOINCREMENT,
    inbox TEXT NOT NULL,
    event_id TEXT NOT NULL,
    event_key TEXT NOT NULL,
    line TEXT NOT NULL,
    position INTEGER,
    received_at REAL NOT NULL,
    ended_at INTEGER,
    outcome TEXT,
    reason TEXT,
    attempts INTEGER NOT NULL DEFAULT 0,
    event TEXT NOT NULL,
    UNIQUE (inbox, event_id, event_key)
  )`,
  `CREATE INDEX IF NOT EXISTS screening_webhook_inbox_open
    ON screening_webhook_inbox_events (inbox, line, position) WHERE position IS NOT NULL`,
  `CREATE INDEX IF NOT EXISTS screening_webhook_inbox_ended
    ON screening_webhook_inbox_events (inbox, outcome, ended_at)`,
  `CREATE TABLE IF NOT EXISTS screening_webhook_inbox_lines (
    inbox TEXT NOT NULL,
    line TEXT NOT NULL,
    head INTEGER NOT NULL DEFAULT 1,
    last INTEGER NOT NULL DEFAULT 1,
    run_at INTEGER NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    deaths INTEGER NOT NULL DEFAULT 0,
    suspect INTEGER NOT NULL DEFAULT 0,
    alone INTEGER NOT NULL DEFAULT 0,
    token TEXT,
    lease_end INTEGER,
    PRIMARY KEY (inbox, line)
  ) WITHOUT ROWID`,
  `CREATE INDEX IF NOT EXISTS screening_webhook_inbox_due
    ON screening_webhook_inbox_lines (inbox, suspect, run_at) WHERE lease_end IS NULL`,
  `CREATE INDEX IF NOT EXISTS screening_webhook_inbox_leased
    ON screening_webhook_inbox_lines (inbox, lease_end) WHERE lease_end IS NOT NULL`,
  'CREATE TABLE IF NOT EXISTS screening_webhook_inbox_paused (inbox TEXT PRIMARY KEY NOT NULL) WITHOUT ROWID',
];
