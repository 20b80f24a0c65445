import {
  CLAIMS_TABLE,
  SetupError,
  tableParts,
  withCauses,
} from '@screening-webhooks/core/store-kit';
import { applyMigrations, VERSIONS_TABLE } from './sql/apply-migrations.js';
import { quoted } from './sql/literals.js';
import { NO_SUCH_TABLE, serverErrorOf } from './sql/server-error.js';
import type { SqlClient } from './sql/sql-client.js';

/** The table's name as quoted SQL. @throws TypeError when it is not `name` or `schema.name`. */
export function quotedTable(table?: string): string {
  return quoted(tableParts(table));
}

/**
 * Brings the table to the version of this code.
 *
 * @throws Error naming the fix when the user lacks a privilege.
 */
export async function migrateTable(client: SqlClient<unknown>, table?: string): Promise<void> {
  const parts = tableParts(table);
  await applyMigrations(client, {
    caller: 'store.migrate()',
    component: parts.at(-1) ?? CLAIMS_TABLE,
    versions: quoted([...parts.slice(0, -1), VERSIONS_TABLE]),
    grants: `SELECT, INSERT, UPDATE and DELETE on ${CLAIMS_TABLE}`,
    version: 1,
    statements: [
      `CREATE TABLE IF NOT EXISTS ${quoted(parts)} (
        claim_key VARBINARY(767) NOT NULL PRIMARY KEY,
        owner VARBINARY(767) NOT NULL,
        done TINYINT NOT NULL,
        expires_at BIGINT NOT NULL COMMENT 'microseconds since 1970, UTC',
        KEY expires_at (expires_at)
      ) ENGINE = InnoDB`,
    ],
  });
}

/** The result of a statement on the table. If the table is missing, the error names the fix. */
export async function explainMissingTable<Result>(
  table: string | undefined,
  statement: Promise<Result>,
): Promise<Result> {
  try {
    return await statement;
  } catch (error) {
    // Drizzle puts the error of the driver into one of its own.
    if (!withCauses(error).some((each) => serverErrorOf(each) === NO_SUCH_TABLE)) throw error;
    throw new SetupError(
      `The table ${table ?? CLAIMS_TABLE} is missing. Run \`await store.migrate()\` once, or apply schema.sql of @screening-webhooks/mysql. If you have dropped it, drop screening_webhook_versions too.`,
      { cause: error },
    );
  }
}
