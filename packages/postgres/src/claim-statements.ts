import { createHash } from 'node:crypto';
import { boundedKey, CLAIMS_TABLE, tableParts } from '@screening-webhooks/core/store-kit';
import { applyMigrations } from './sql/apply-migrations.js';
import { errorCode, UNDEFINED_TABLE } from './sql/server-error.js';
import { lockLimit, type SqlClient } from './sql/sql-client.js';

const FROM_NOW = "clock_timestamp() + $3::text::float8 * interval '1 millisecond'";

// Bytes of an index entry are limited to a third of a page, some 2,700. A character has three at most.
const LONGEST_KEY = 800;

/** A key as the table has it. */
export function storedKey(key: string): string {
  return boundedKey(key, LONGEST_KEY, (long) =>
    createHash('sha256').update(long, 'utf16le').digest('hex'),
  );
}

/** The table's name as quoted SQL. @throws TypeError when it is not `name` or `schema.name`. */
export function quotedTable(table?: string): string {
  return tableParts(table)
    .map((part) => `"${part}"`)
    .join('.');
}

/**
 * The statements of a store.
 *
 * @param table A quoted name.
 * @param timeout Milliseconds that a statement waits for its answer.
 */
// clock_timestamp() rather than now(): after waiting for a lock, a statement must compare leases with the current time, not
// with the time at which its transaction began.
export function claimStatements(table: string, timeout: number) {
  const limit = lockLimit(timeout);
  return {
    // Only one concurrent INSERT or UPDATE of a row succeeds. The others then see the row that it has written. The owner of
    // a live claim gets it again: it repeats a claim whose answer was lost.
    claim: `
      WITH ${limit}, claimed AS (
        INSERT INTO ${table} AS held (key, owner, done, expires_at)
        SELECT $1::text, $2::text, false, ${FROM_NOW} FROM lock_limit
        ON CONFLICT (key) DO UPDATE
          SET owner = excluded.owner, done = false, expires_at = excluded.expires_at
          WHERE held.expires_at <= clock_timestamp()
            OR (held.owner = excluded.owner AND NOT held.done)
        RETURNING true
      )
      SELECT 'acquired' AS claim FROM claimed
      UNION ALL
      SELECT CASE WHEN done THEN 'done'
        ELSE (1000 * extract(epoch FROM expires_at - clock_timestamp())::float8)::text END
      FROM ${table}
      WHERE key = $1 AND expires_at > clock_timestamp() AND NOT EXISTS (SELECT FROM claimed)`,
    extend: `
      WITH ${limit} UPDATE ${table} SET expires_at = ${FROM_NOW} FROM lock_limit
      WHERE key = $1 AND owner = $2 AND NOT done AND expires_at > clock_timestamp()
      RETURNING key`,
    // A done row matches too: the owner repeats a commit whose answer was lost.
    commit: `
      WITH ${limit} UPDATE ${table} SET done = true, expires_at = ${FROM_NOW} FROM lock_limit
      WHERE key = $1 AND owner = $2 AND expires_at > clock_timestamp()
      RETURNING key`,
    // Without a row, the claim was released before, or its lease has ended.
    release: `
      WITH ${limit}, released AS (
        DELETE FROM ${table} USING lock_limit WHERE key = $1 AND owner = $2 AND NOT done RETURNING true
      )
      SELECT CASE WHEN EXISTS (
        SELECT FROM ${table}
        WHERE key = $1 AND (owner <> $2 OR done) AND expires_at > clock_timestamp()
      ) THEN 'held' ELSE 'free' END AS claim
      FROM (SELECT count(*) FROM released) AS released`,
    // now() rather than clock_timestamp(): an index scan needs a stable value. By ctid, because a join with the keys may
    // read the whole table.
    cleanUp: `
      WITH expired AS MATERIALIZED (
        SELECT ARRAY(
          SELECT ctid FROM ${table} WHERE expires_at <= now()
          ORDER BY expires_at LIMIT $1::text::int + 1 FOR UPDATE SKIP LOCKED
        ) AS rows
      ), deleted AS (
        DELETE FROM ${table}
        WHERE ctid = ANY ((SELECT rows[:$1::text::int] FROM expired)::tid[]) AND expires_at <= now()
        RETURNING true
      )
      SELECT (SELECT count(*) FROM deleted)::text AS deleted,
        (cardinality(rows) - $1::text::int)::text AS more
      FROM expired`,
    findExpired: `
      SELECT key FROM ${table} WHERE expires_at <= now() ORDER BY expires_at LIMIT $1::text::int + 1`,
    deleteExpired: `
      WITH ${limit} DELETE FROM ${table} USING lock_limit
      WHERE key = $1 AND expires_at <= now() RETURNING key`,
  };
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
