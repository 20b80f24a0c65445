import type { SqlClient } from '../sql/sql-client.js';
import { openBoss } from './boss.js';
import { SetupError } from './setup-error.js';

/** Makes what is missing of the tables: pg-boss's own, and beside them what the inbox adds. */
export async function migrate(
  sql: SqlClient<unknown>,
  { name, schema }: { readonly name: string; readonly schema: string },
): Promise<void> {
  // Not every time: IF NOT EXISTS too takes its lock, and waits for whoever works.
  const has = async (table: string): Promise<boolean> => {
    const [row] = await sql.query('SELECT to_regclass($1::text) IS NOT NULL AS found', [
      `${schema}.${table}`,
    ]);
    return row?.['found'] === true;
  };
  try {
    const boss = await openBoss(sql, schema);
    await boss.start();
    if (!(await has('inbox_paused'))) await sql.script(`${ONE_AT_A_TIME}; ${tables(schema)}`);
    const queue = await boss.getQueue(name);
    if (!queue) await createQueue(sql, name, schema);
    const table = await partitionOf(sql, name, schema);
    if (!(await has(`${table}_w`))) {
      await sql.script(`${ONE_AT_A_TIME}; ${indexes(schema, table)}`);
    }
  } catch (error) {
    if (!isRefused(error)) throw error;
    throw new SetupError(
      `inbox.migrate(): this role may not create the schema ${schema}. Run migrate() once as a role that may (GRANT CREATE ON DATABASE …), and grant this one the use of its tables and sequences.`,
      { cause: error },
    );
  }
}

const ONE_AT_A_TIME =
  "SELECT pg_advisory_xact_lock(hashtextextended('screening-webhooks migrate', 0))";

// Two that create queues at once run into a deadlock, so each waits for the one before.
async function createQueue(sql: SqlClient<unknown>, name: string, schema: string): Promise<void> {
  await sql.transaction(async (_tx, query) => {
    await query(ONE_AT_A_TIME, []);
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

// created_on is no order: it is when a transaction began, and PGlite counts it in milliseconds.
function tables(schema: string): string {
  return `
    CREATE TABLE IF NOT EXISTS ${schema}.inbox_paused (name text PRIMARY KEY);
    CREATE SEQUENCE IF NOT EXISTS ${schema}.inbox_arrivals;
    ALTER TABLE ${schema}.job ADD COLUMN IF NOT EXISTS
      arrival bigint NOT NULL DEFAULT nextval('${schema}.inbox_arrivals');`;
}

// For what pg-boss would look for in every row that is kept: what waits, runs, has ended, was given up, and has an order.
function indexes(schema: string, table: string): string {
  const on = (suffix: string, columns: string, which: string): string =>
    `CREATE INDEX IF NOT EXISTS ${table}_${suffix} ON ${schema}.${table} (${columns}) WHERE ${which};`;
  return [
    on('a', 'started_on', "state = 'active'"),
    on('e', 'completed_on', "state > 'active'"),
    on('f', 'completed_on', "state = 'failed'"),
    on('o', 'singleton_key, arrival', "singleton_key IS NOT NULL AND state < 'completed'"),
    on('w', 'created_on, id', "state < 'active'"),
  ].join('\n');
}

// https://www.postgresql.org/docs/current/errcodes-appendix.html: insufficient_privilege
function isRefused(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '42501';
}
