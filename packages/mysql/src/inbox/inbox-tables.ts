import { SetupError } from '@screening-webhooks/core/store-kit';
import { applyMigrations, VERSIONS_TABLE } from '../sql/apply-migrations.js';
import { quoted } from '../sql/literals.js';
import {
  NO_SUCH_COLUMN,
  NO_SUCH_DATABASE,
  NO_SUCH_TABLE,
  serverErrorOf,
} from '../sql/server-error.js';
import type { SqlClient } from '../sql/sql-client.js';

/** The tables of all inboxes of a database, as SQL. */
export interface InboxTables {
  readonly events: string;
  readonly lines: string;
  readonly paused: string;
  readonly versions: string;
}

/** @param schema The database. Default: the connection's. */
export function inboxTables(schema: string | undefined): InboxTables {
  const table = (name: string): string => quoted(schema === undefined ? [name] : [schema, name]);
  return {
    events: table('screening_webhook_inbox_events'),
    lines: table('screening_webhook_inbox_lines'),
    paused: table('screening_webhook_inbox_paused'),
    versions: table(VERSIONS_TABLE),
  };
}

/**
 * Creates the tables of all inboxes of a database.
 *
 * - events: each event with its JSON, until its retention ends. An open event has a place (`position`) in a line.
 * - lines: one row for each line with open events. Their positions are `head` to `last`, without a gap. The attempts, the lease
 *   and the time of the next run are those of the head, so no other event can be fetched. An event without an order has a line
 *   of its own.
 * - paused: the inboxes that are paused.
 *
 * Times are in microseconds since 1970, UTC; `received_at` in milliseconds. Keys have 767 bytes at most: InnoDB has no longer
 * ones in each of its row formats.
 *
 * @throws Error naming the fix when the user lacks a privilege.
 */
export function migrateInbox(client: SqlClient<unknown>, tables: InboxTables): Promise<void> {
  const { events, lines, paused, versions } = tables;
  return applyMigrations(client, {
    caller: 'inbox.migrate()',
    component: 'screening_webhook_inbox',
    versions,
    grants: 'SELECT, INSERT, UPDATE and DELETE on the three tables screening_webhook_inbox_*',
    version: 1,
    statements: [
      `CREATE TABLE IF NOT EXISTS ${events} (
        arrival BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY,
        inbox VARBINARY(100) NOT NULL,
        event_id VARBINARY(600) NOT NULL,
        event_key VARBINARY(36) NOT NULL,
        line VARBINARY(601) NOT NULL,
        position BIGINT,
        received_at DOUBLE NOT NULL,
        ended_at BIGINT,
        outcome VARBINARY(20),
        reason BLOB,
        attempts INT NOT NULL DEFAULT 0,
        event LONGBLOB NOT NULL,
        UNIQUE KEY stored_once (inbox, event_id, event_key),
        KEY open (inbox, line, position),
        KEY ended (inbox, outcome, ended_at),
        KEY received (inbox, received_at)
      ) ENGINE = InnoDB`,
      `CREATE TABLE IF NOT EXISTS ${lines} (
        inbox VARBINARY(100) NOT NULL,
        line VARBINARY(601) NOT NULL,
        head BIGINT NOT NULL DEFAULT 1,
        last BIGINT NOT NULL,
        run_at BIGINT NOT NULL,
        attempts INT NOT NULL DEFAULT 0,
        deaths INT NOT NULL DEFAULT 0,
        suspect TINYINT NOT NULL DEFAULT 0,
        alone TINYINT NOT NULL DEFAULT 0,
        token VARBINARY(100),
        lease_end BIGINT,
        worker VARBINARY(255),
        reason BLOB,
        PRIMARY KEY (inbox, line),
        KEY due (inbox, lease_end, suspect, run_at)
      ) ENGINE = InnoDB`,
      `CREATE TABLE IF NOT EXISTS ${paused} (inbox VARBINARY(100) NOT NULL PRIMARY KEY) ENGINE = InnoDB`,
    ],
  });
}

const MISSING: ReadonlySet<unknown> = new Set([NO_SUCH_TABLE, NO_SUCH_COLUMN, NO_SUCH_DATABASE]);

/** The result of statements on the inbox. If its tables are missing, a {@link SetupError} names the fix. */
export async function explainMissingTables<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (!MISSING.has(serverErrorOf(error))) throw error;
    throw new SetupError(
      'The tables of the inbox are missing. Run `await inbox.migrate()` once, or apply schema.sql of @screening-webhooks/mysql. If you have dropped them, drop screening_webhook_versions too.',
      { cause: error },
    );
  }
}
