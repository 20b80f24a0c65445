import { SetupError } from '@screening-webhooks/core/store-kit';
import { ACCESS_DENIED_TO_TABLE, NO_SUCH_TABLE, serverErrorOf } from './server-error.js';
import { asError, resultOf, type SqlClient, type SqlQuery } from './sql-client.js';

/** How to bring the tables of one component to the version of this code. */
export interface Migrations {
  /** The call that the user made, as errors name it: `store.migrate()`. */
  readonly caller: string;
  /** The component, in the table of versions. */
  readonly component: string;
  /** The table of versions, as SQL. Created if it is missing. Several components share it. */
  readonly versions: string;
  /** The privileges that the component needs beside SELECT on the table of versions, as an error names them. */
  readonly grants: string;
  readonly version: number;
  /** Each can be repeated, because each of them commits. */
  readonly statements: readonly string[];
}

export const VERSIONS_TABLE = 'screening_webhook_versions';

// A lock of the whole server: each database has its own migrations, and few start at once.
const MIGRATION_LOCK = 'screening-webhooks migrate';
const LOCK_SECONDS = 60;

/**
 * Applies what the database does not have yet. Concurrent calls wait for each other. When there is nothing to do, it is one
 * SELECT, takes no lock and needs no privilege to create.
 *
 * @throws SetupError naming the fix when the user lacks a privilege.
 */
export async function applyMigrations(
  client: SqlClient<unknown>,
  migrations: Migrations,
): Promise<void> {
  const { caller, component, versions, grants, version, statements } = migrations;
  try {
    if ((await versionOf(client.query, versions, component)) >= version) return;
    await underLock(client, caller, async (query) => {
      for (const statement of statements) await query(statement);
      await query(`CREATE TABLE IF NOT EXISTS ${versions} (
        component VARBINARY(64) NOT NULL,
        version INT NOT NULL,
        PRIMARY KEY (component, version)
      ) ENGINE = InnoDB`);
      await query(`INSERT INTO ${versions} (component, version) VALUES ('${component}', ${version})
        ON DUPLICATE KEY UPDATE version = ${version}`);
    });
  } catch (error) {
    if (serverErrorOf(error) !== ACCESS_DENIED_TO_TABLE) throw error;
    throw new SetupError(
      `${caller}: this user lacks a privilege (${String(error)}). Apply schema.sql of @screening-webhooks/mysql as a user that may create tables, then grant this user ${grants}, and SELECT on ${VERSIONS_TABLE}.`,
      { cause: error },
    );
  }
}

async function versionOf(query: SqlQuery, versions: string, component: string): Promise<number> {
  try {
    const { rows } = await query(
      `SELECT COALESCE(MAX(version), 0) AS version FROM ${versions} WHERE component = '${component}'`,
    );
    return Number(rows[0]?.['version'] ?? 0);
  } catch (error) {
    if (serverErrorOf(error) === NO_SUCH_TABLE) return 0;
    throw error;
  }
}

/** A lock of the server belongs to its connection, so that its end is the end of the lock too. */
async function underLock(
  { connections, timeout }: SqlClient<unknown>,
  caller: string,
  body: (query: SqlQuery) => Promise<void>,
): Promise<void> {
  const held = await connections.take(timeout);
  const query: SqlQuery = async (sql) => resultOf(await held.query(sql, Infinity));
  try {
    const { rows } = await query(`SELECT GET_LOCK('${MIGRATION_LOCK}', ${LOCK_SECONDS}) AS locked`);
    if (Number(rows[0]?.['locked']) !== 1) {
      throw new Error(`${caller}: another migration has run for ${LOCK_SECONDS} s.`);
    }
    await body(query);
    // With autocommit off, the row that records it is not committed yet.
    await query('COMMIT');
    await query(`DO RELEASE_LOCK('${MIGRATION_LOCK}')`);
    held.release();
  } catch (error) {
    held.release(asError(error));
    throw error;
  }
}
