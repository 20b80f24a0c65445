import { CLAIMS_TABLE, tableParts } from '@screening-webhooks/core/store-kit';
import { applyMigrations } from './sql/apply-migrations.js';
import { errorCode } from './sql/error-code.js';
import type { SqlClient } from './sql/sql-client.js';

// https://www.postgresql.org/docs/current/errcodes-appendix.html
const UNDEFINED_TABLE = '42P01';

/** The table's name as quoted SQL. @throws TypeError when it is not `name` or `schema.name`. */
export function quotedTable(table?: string): string {
  return tableParts(table)
    .map((part) => `"${part}"`)
    .join('.');
}

/**
 * Brings the table to the version of this code. Concurrent calls wait for each other. When there is nothing to do, it takes
 * no lock and needs no privilege to create.
 */
export async function migrateTable(
  client: SqlClient<unknown>,
  table: string = CLAIMS_TABLE,
): Promise<void> {
  const quoted = quotedTable(table);
  const schema = quoted.split('.').slice(0, -1);
  const name = table.split('.').at(-1) ?? table;
  await applyMigrations(client, {
    caller: 'store.migrate()',
    component: name,
    versions: [...schema, '"screening_webhook_versions"'].join('.'),
    // IF NOT EXISTS, because versions before 0.2 have created both without recording it.
    steps: [
      [
        `CREATE TABLE IF NOT EXISTS ${quoted} (
          key text COLLATE "C" PRIMARY KEY,
          owner text NOT NULL,
          done boolean NOT NULL,
          expires_at timestamptz NOT NULL
        )`,
        `CREATE INDEX IF NOT EXISTS "${name}_expires_at" ON ${quoted} (expires_at)`,
      ],
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
    if (errorCode(error) !== UNDEFINED_TABLE) throw error;
    throw new Error(
      `The table ${table ?? CLAIMS_TABLE} is missing. Run \`await store.migrate()\` once, or apply schema.sql of @screening-webhooks/postgres. If you have dropped it, drop screening_webhook_versions too.`,
      { cause: error },
    );
  }
}
