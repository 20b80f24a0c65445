import type { SqlClient } from './sql/sql-client.js';

/** The table's name, unless an option says another. */
const DEFAULT_TABLE = 'screening_webhook_claims';

// What needs no thought about case, reserved words or injection once it is quoted.
const NAME = /^[a-z_][a-z0-9_]{0,50}(\.[a-z_][a-z0-9_]{0,50})?$/;

/** The table's name as SQL. @throws TypeError when it is not `name` or `schema.name`. */
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

/** The statements that make the table, once or again. */
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

/** Makes the table where it is missing. Processes that start together wait for each other. */
export async function createTable(client: SqlClient<unknown>, table?: string): Promise<void> {
  // CREATE TABLE IF NOT EXISTS alone fails when two run it at once. A script is one transaction, which the lock ends with.
  await client.script(`SELECT pg_advisory_xact_lock(hashtextextended('screening-webhooks migrate', 0));
${tableSql(table)}`);
}

/** Runs a statement on the table; a table that is not there is an error that names the cure. */
export async function withTable<Result>(
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
