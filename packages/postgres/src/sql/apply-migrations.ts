import { SetupError } from '@screening-webhooks/core/store-kit';
import { errorCode, UNDEFINED_TABLE } from './server-error.js';
import type { SqlClient, SqlQuery } from './sql-client.js';

/** How to bring the tables of one component to the version of this code. */
export interface Migrations {
  /** The call that the user made, as errors name it: `inbox.migrate()`. */
  readonly caller: string;
  /** The component, in the table of versions. Several components may share that table. */
  readonly component: string;
  /** The table of versions, as SQL: `"schema"."name"`. Created if it is missing. */
  readonly versions: string;
  /** A schema to create first if it is missing, as SQL. */
  readonly schema?: string;
  /** The statements that lead to version 1, 2, … A released step never changes: a change is a new step. */
  readonly steps: readonly (readonly string[])[];
}

/**
 * Makes concurrent migrations wait for each other until the transaction ends: `CREATE … IF NOT EXISTS` fails when two
 * sessions run it at once.
 */
const MIGRATION_LOCK =
  "SELECT pg_advisory_xact_lock(hashtextextended('screening-webhooks migrate', 0))::text";

/**
 * Applies the steps that the database does not have yet, in one transaction. Concurrent calls wait for each other. A
 * database that is up to date, or newer, costs one SELECT, which takes no lock and needs no privilege to create.
 *
 * @throws SetupError naming the fix when the role lacks a privilege.
 */
export async function applyMigrations(
  sql: SqlClient<unknown>,
  migrations: Migrations,
): Promise<void> {
  const { caller, component, versions, steps } = migrations;
  try {
    if ((await versionOf(sql.query, versions, component)) >= steps.length) return;
    await sql.transaction(async (_tx, query) => {
      // With a snapshot older than the lock, the steps of the migration that held it would be invisible.
      await query('SET TRANSACTION ISOLATION LEVEL READ COMMITTED', []);
      await query('SET LOCAL statement_timeout = 0', []);
      await query('SET LOCAL lock_timeout = 0', []);
      const patient: SqlQuery = (text, values) => query(text, values, Infinity);
      await patient(MIGRATION_LOCK, []);
      await applyMissing(patient, migrations);
    });
  } catch (error) {
    if (errorCode(error) !== INSUFFICIENT_PRIVILEGE) throw error;
    throw new SetupError(
      `${caller}: this role lacks a privilege (${String(error)}). Run ${caller} once as a role that may create the tables, then grant this role access to them.`,
      { cause: error },
    );
  }
}

async function applyMissing(
  query: SqlQuery,
  { component, versions, schema, steps }: Migrations,
): Promise<void> {
  // CREATE SCHEMA IF NOT EXISTS needs the privilege to create schemas even if the schema exists.
  if (schema !== undefined && (await isMissing(query, 'to_regnamespace', schema))) {
    await query(`CREATE SCHEMA ${schema}`, []);
  }
  if (await isMissing(query, 'to_regclass', versions)) {
    await query(
      `CREATE TABLE ${versions} (
        component text COLLATE "C",
        version integer,
        applied_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (component, version)
      )`,
      [],
    );
  }
  const current = await versionOf(query, versions, component);
  for (const [index, statements] of steps.entries()) {
    const version = index + 1;
    if (version <= current) continue;
    for (const statement of statements) await query(statement, []);
    await query(`INSERT INTO ${versions} (component, version) VALUES ($1, $2::text::int)`, [
      component,
      version,
    ]);
  }
}

async function versionOf(query: SqlQuery, versions: string, component: string): Promise<number> {
  try {
    const [row] = await query(
      `SELECT coalesce(max(version), 0)::text AS version FROM ${versions} WHERE component = $1`,
      [component],
    );
    return Number(row?.[0] ?? 0);
  } catch (error) {
    if (errorCode(error) === UNDEFINED_TABLE) return 0;
    throw error;
  }
}

async function isMissing(
  query: SqlQuery,
  lookup: 'to_regclass' | 'to_regnamespace',
  name: string,
): Promise<boolean> {
  const [row] = await query(`SELECT coalesce(${lookup}($1::text)::text, '') AS found`, [name]);
  return row?.[0] === '';
}

// https://www.postgresql.org/docs/current/errcodes-appendix.html
const INSUFFICIENT_PRIVILEGE = '42501';
