import { MIGRATION_LOCK } from '../sql/migration-lock.js';
import { SetupError } from '../sql/setup-error.js';
import type { SqlClient } from '../sql/sql-client.js';
import { openBoss } from './open-boss.js';

/**
 * Creates the missing tables of pg-boss and the additions of the inbox.
 *
 * @throws SetupError naming the fix when the role may not create them.
 */
export async function migrate(
  sql: SqlClient<unknown>,
  { name, schema }: { readonly name: string; readonly schema: string },
): Promise<void> {
  // Checked first, because a statement with IF NOT EXISTS also takes its lock and waits for running workers.
  const has = async (table: string): Promise<boolean> => {
    const [row] = await sql.query('SELECT to_regclass($1::text) IS NOT NULL AS found', [
      `${schema}.${table}`,
    ]);
    return row?.['found'] === true;
  };
  try {
    const boss = await openBoss(sql, schema);
    await boss.start();
    if (!(await has('inbox_paused'))) await sql.script(`${MIGRATION_LOCK}; ${tables(schema)}`);
    const queue = await boss.getQueue(name);
    if (!queue) await createQueue(sql, name, schema);
    const table = await partitionOf(sql, name, schema);
    if (!(await has(`${table}_w`))) {
      await sql.script(`${MIGRATION_LOCK}; ${indexes(schema, table)}`);
    }
  } catch (error) {
    if (!isForbidden(error)) throw error;
    throw new SetupError(
      `inbox.migrate(): this role may not create the schema ${schema}. Run migrate() once as a role with that privilege (GRANT CREATE ON DATABASE …), and grant this role access to the tables and sequences.`,
      { cause: error },
    );
  }
}

// Without the lock, two processes that create queues at once can deadlock.
async function createQueue(sql: SqlClient<unknown>, name: string, schema: string): Promise<void> {
  await sql.transaction(async (_tx, query) => {
    await query(MIGRATION_LOCK, []);
    const boss = await openBoss({ ...sql, query }, schema);
    await boss.createQueue(name);
  });
}

async function partitionOf(sql: SqlClient<unknown>, name: string, schema: string): Promise<string> {
  const [row] = await sql.query(`SELECT partition_name FROM ${schema}.queue WHERE name = $1`, [
    name,
  ]);
  return String(row?.['partition_name']);
}

// created_on does not give an order: it is the time at which the transaction began, in whole milliseconds on PGlite.
function tables(schema: string): string {
  return `
    CREATE TABLE IF NOT EXISTS ${schema}.inbox_paused (name text PRIMARY KEY);
    CREATE SEQUENCE IF NOT EXISTS ${schema}.inbox_arrivals;
    ALTER TABLE ${schema}.job ADD COLUMN IF NOT EXISTS
      arrival bigint NOT NULL DEFAULT nextval('${schema}.inbox_arrivals');`;
}

// Without them, queries for waiting, active, ended, failed and ordered jobs would read every row that is kept.
function indexes(schema: string, table: string): string {
  const on = (suffix: string, columns: string, condition: string): string =>
    `CREATE INDEX IF NOT EXISTS ${table}_${suffix} ON ${schema}.${table} (${columns}) WHERE ${condition};`;
  return [
    on('a', 'started_on', "state = 'active'"),
    on('e', 'completed_on', "state > 'active'"),
    on('f', 'completed_on', "state = 'failed'"),
    on('o', 'singleton_key, arrival', "singleton_key IS NOT NULL AND state < 'completed'"),
    on('w', 'created_on, id', "state < 'active'"),
  ].join('\n');
}

// https://www.postgresql.org/docs/current/errcodes-appendix.html: insufficient_privilege
function isForbidden(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '42501';
}
