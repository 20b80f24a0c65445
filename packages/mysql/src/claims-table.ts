import { CLAIMS_TABLE, SetupError, tableParts } from '@screening-webhooks/core/store-kit';
import { ACCESS_DENIED_TO_TABLE, NO_SUCH_TABLE, serverErrorOf } from './sql/server-error.js';
import { resultOf, type SqlClient, type SqlQuery } from './sql/sql-client.js';

const VERSION = 1;

// Of the server: each database has its own migrations, and few start at once.
const MIGRATION_LOCK = 'screening-webhooks migrate';
const LOCK_SECONDS = 60;

/** The table's name as quoted SQL. @throws TypeError when it is not `name` or `schema.name`. */
export function quotedTable(table?: string): string {
  return quoted(tableParts(table));
}

function quoted(parts: readonly string[]): string {
  return parts.map((part) => `\`${part}\``).join('.');
}

/**
 * Brings the table to the version of this code. Concurrent calls wait for each other. When there is nothing to do, it takes
 * no lock and needs no privilege to create.
 *
 * @throws Error naming the fix when the user lacks a privilege.
 */
export async function migrateTable(client: SqlClient<unknown>, table?: string): Promise<void> {
  const parts = tableParts(table);
  const component = parts.at(-1) ?? CLAIMS_TABLE;
  const versions = quoted([...parts.slice(0, -1), 'screening_webhook_versions']);
  try {
    if ((await versionOf(client.query, versions, component)) >= VERSION) return;
    // Not in a transaction: each of these statements commits. So each can be repeated, and the last one records them.
    await underLock(client, async (query) => {
      await query(`CREATE TABLE IF NOT EXISTS ${quoted(parts)} (
        claim_key VARBINARY(767) NOT NULL PRIMARY KEY,
        owner VARBINARY(767) NOT NULL,
        done TINYINT NOT NULL,
        expires_at BIGINT NOT NULL COMMENT 'microseconds since 1970, UTC',
        KEY expires_at (expires_at)
      ) ENGINE = InnoDB`);
      await query(`CREATE TABLE IF NOT EXISTS ${versions} (
        component VARBINARY(64) NOT NULL,
        version INT NOT NULL,
        PRIMARY KEY (component, version)
      ) ENGINE = InnoDB`);
      await query(`INSERT INTO ${versions} (component, version) VALUES ('${component}', ${VERSION})
        ON DUPLICATE KEY UPDATE version = ${VERSION}`);
    });
  } catch (error) {
    if (serverErrorOf(error) !== ACCESS_DENIED_TO_TABLE) throw error;
    throw new SetupError(
      `store.migrate(): this user lacks a privilege (${String(error)}). Apply schema.sql of @screening-webhooks/mysql as a user that may create tables, then grant this user SELECT, INSERT, UPDATE and DELETE on ${CLAIMS_TABLE}, and SELECT on screening_webhook_versions.`,
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
  body: (query: SqlQuery) => Promise<void>,
): Promise<void> {
  const held = await connections.take(timeout);
  const query: SqlQuery = async (sql) => resultOf(await held.query(sql, Infinity));
  try {
    const { rows } = await query(`SELECT GET_LOCK('${MIGRATION_LOCK}', ${LOCK_SECONDS}) AS locked`);
    if (Number(rows[0]?.['locked']) !== 1) {
      throw new Error(`store.migrate(): another migration has run for ${LOCK_SECONDS} s.`);
    }
    await body(query);
    // With autocommit off, the row that records it is not committed yet.
    await query('COMMIT');
    await query(`DO RELEASE_LOCK('${MIGRATION_LOCK}')`);
    held.release();
  } catch (error) {
    held.release(error instanceof Error ? error : new Error(String(error)));
    throw error;
  }
}

/** The result of a statement on the table. If the table is missing, the error names the fix. */
export async function explainMissingTable<Result>(
  table: string | undefined,
  statement: Promise<Result>,
): Promise<Result> {
  try {
    return await statement;
  } catch (error) {
    if (serverErrorOf(error) !== NO_SUCH_TABLE) throw error;
    throw new SetupError(
      `The table ${table ?? CLAIMS_TABLE} is missing. Run \`await store.migrate()\` once, or apply schema.sql of @screening-webhooks/mysql. If you have dropped it, drop screening_webhook_versions too.`,
      { cause: error },
    );
  }
}
