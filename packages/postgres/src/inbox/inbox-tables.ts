import { SetupError } from '@screening-webhooks/core/store-kit';
import type { Migrations } from '../sql/apply-migrations.js';
import { errorCode } from '../sql/server-error.js';

/**
 * The tables of all inboxes of a schema.
 *
 * - `inbox_events`: each event with its JSON, until its retention ends. An open event has a place (`position`) in a line.
 * - `inbox_lines`: one row for each line with open events. Their positions are `head` to `last`, without a gap. The
 *   attempts, the lease and the time of the next run are those of the head, so no other event can be fetched. An event
 *   without an order has a line of its own.
 * - `inbox_paused`: the inboxes that are paused.
 *
 * @param schema As SQL.
 */
export function inboxMigrations(schema: string): Migrations {
  return {
    caller: 'inbox.migrate()',
    component: 'inbox',
    versions: `${schema}.versions`,
    schema,
    steps: [firstVersion(schema)],
  };
}

function firstVersion(schema: string): readonly string[] {
  const events = `${schema}.inbox_events`;
  const lines = `${schema}.inbox_lines`;
  return [
    `CREATE TABLE ${events} (
      inbox text COLLATE "C" NOT NULL,
      event_id text COLLATE "C" NOT NULL,
      key uuid NOT NULL,
      line text COLLATE "C" NOT NULL,
      position bigint NOT NULL,
      arrival bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
      received_at double precision NOT NULL,
      stored_at timestamptz NOT NULL DEFAULT now(),
      ended_at timestamptz,
      outcome text,
      reason text,
      attempts integer NOT NULL DEFAULT 0,
      event text NOT NULL,
      PRIMARY KEY (inbox, event_id, key)
    )`,
    `CREATE UNIQUE INDEX inbox_events_open ON ${events} (inbox, line, position) WHERE ended_at IS NULL`,
    `CREATE INDEX inbox_events_ended ON ${events} (inbox, ended_at) WHERE ended_at IS NOT NULL`,
    `CREATE INDEX inbox_events_received ON ${events} (inbox, received_at) WHERE ended_at IS NOT NULL`,
    `CREATE INDEX inbox_events_dead ON ${events} (inbox, ended_at) WHERE outcome = 'dead_letter'`,
    // Each event inserts, updates and deletes a row. The default settings of autovacuum would let the table grow first.
    `CREATE TABLE ${lines} (
      inbox text COLLATE "C" NOT NULL,
      line text COLLATE "C" NOT NULL,
      head bigint NOT NULL DEFAULT 1,
      last bigint NOT NULL DEFAULT 1,
      run_at timestamptz NOT NULL DEFAULT now(),
      attempts integer NOT NULL DEFAULT 0,
      deaths integer NOT NULL DEFAULT 0,
      suspect boolean NOT NULL DEFAULT false,
      alone boolean NOT NULL DEFAULT false,
      token text COLLATE "C",
      lease_end timestamptz,
      worker text,
      reason text,
      PRIMARY KEY (inbox, line)
    ) WITH (
      fillfactor = 70,
      autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000,
      autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000
    )`,
    `CREATE INDEX inbox_lines_ready ON ${lines} (inbox, run_at) WHERE token IS NULL AND NOT suspect`,
    `CREATE INDEX inbox_lines_suspect ON ${lines} (inbox, run_at) WHERE token IS NULL AND suspect`,
    `CREATE INDEX inbox_lines_leased ON ${lines} (inbox, lease_end) WHERE token IS NOT NULL`,
    `CREATE TABLE ${schema}.inbox_paused (inbox text COLLATE "C" PRIMARY KEY)`,
  ];
}

// https://www.postgresql.org/docs/current/errcodes-appendix.html: undefined_table, _column, _object; invalid_schema_name
const MISSING = new Set(['42P01', '42703', '42704', '3F000']);

/** The result of a statement on the inbox. If its tables are missing, a {@link SetupError} names the fix. */
export async function explainMissingTables<Result>(
  schema: string,
  statement: Promise<Result>,
): Promise<Result> {
  try {
    return await statement;
  } catch (error) {
    if (!MISSING.has(errorCode(error))) throw error;
    throw new SetupError(
      `The tables of the inbox are missing in the schema ${schema}. Run \`await inbox.migrate()\` once.`,
      { cause: error },
    );
  }
}
