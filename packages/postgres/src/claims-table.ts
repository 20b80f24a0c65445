import { MIGRATION_LOCK } from './sql/migration-lock.js';
import type { SqlClient } from './sql/sql-client.js';

const DEFAULT_TABLE = 'screening_webhook_claims';

// Names that are safe in double quotes whatever their case, and that cannot inject SQL.
const NAME = /^[a-z_][a-z0-9_]{0,50}(\.[a-z_][a-z0-9_]{0,50})?$/;

/** The table's name as quoted SQL. @throws TypeError when it is not `name` or `schema.name`. */
export function quotedTable(table: string = DEFAULT_TABLE): string {
  if (typeof table !== 'string' || !NAME.test(table)) {
    throw new TypeError(
      `table: expected a name or schema.name of lower-case letters, digits and underscores, got ${JSON.stringify(table)}.`,
    );
  }
  return table
    .split('.')
    .map((part) => `"${part}"`)
    .join('.');
}

/** The statements that create the table and its index if they are missing. */
export function tableSql(table: string = DEFAULT_TABLE): string {
  const index = `${table.split('.').at(-1)}_expires_at`;
  return `CREATE TABLE IF NOT EXISTS ${quotedTable(table)} (
  key text COLLATE "C" PRIMARY KEY,
  owner text NOT NULL,
  done boolean NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX IF NOT EXISTS "${index}" ON ${quotedTable(table)} (expires_at);
`;
}

/** Creates the table if it is missing. Concurrent calls wait for each other. */
export async function createTable(client: SqlClient<unknown>, table?: string): Promise<void> {
  // A script runs as one transaction, so the lock is held until all of it has run.
  await client.script(`${MIGRATION_LOCK};\n${tableSql(table)}`);
}

/** The result of a statement on the table. If the table is missing, the error names the fix. */
export async function explainMissingTable<Result>(
  table: string | undefined,
  statement: Promise<Result>,
): Promise<Result> {
  try {
    return await statement;
  } catch (error) {
    if (!isMissingTable(error)) throw error;
    throw new Error(
      `The table ${table ?? DEFAULT_TABLE} is missing. Run \`await store.migrate()\` once, or apply schema.sql of @screening-webhooks/postgres.`,
      { cause: error },
    );
  }
}

// https://www.postgresql.org/docs/current/errcodes-appendix.html: undefined_table
function isMissingTable(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '42P01';
}
