import { createHash } from 'node:crypto';
import {
  boundedKey,
  CLAIMS_TABLE,
  type Effect,
  SetupError,
  tableParts,
  withCauses,
} from '@screening-webhooks/core/store-kit';
import { applyMigrations, VERSIONS_TABLE } from './sql/apply-migrations.js';
import { bytes, fromNow, NOW, quoted } from './sql/literals.js';
import { NO_SUCH_TABLE, serverErrorOf } from './sql/server-error.js';
import type { SqlClient } from './sql/sql-client.js';

// Microseconds that the statement has taken so far: it may have waited for the claim that it answers with. SYSDATE() is the time of
// its evaluation, in the time zone of the session, as NOW() is; when summer time begins between the two, it is not known.
const SINCE_NOW = 'GREATEST(0, TIMESTAMPDIFF(MICROSECOND, NOW(6), SYSDATE(6)))';

// The columns have 767 bytes: InnoDB has no longer key in each of its row formats. A character has three at most.
const LONGEST = 255;

// Zero, and the code of an UPDATE that has matched a row. It has a column in it, so that nothing evaluates it before there is a row.
const MATCHED = 'LAST_INSERT_ID(done + 1) - (done + 1)';

/** The answers of the statements of a store, as codes. Above `done`: how many milliseconds a claim is busy, plus `done`. */
export const codes = { acquired: 1, done: 2 } as const;
export const released = { free: 1, taken: 2 } as const;

/** The table's name as quoted SQL. @throws TypeError when it is not `name` or `schema.name`. */
export function quotedTable(table?: string): string {
  return quoted(tableParts(table));
}

/**
 * The statements of a store on `table`, a quoted name. MySQL has no RETURNING. Each of them answers by the number that it gives to
 * `LAST_INSERT_ID()`, which the server sends with its reply: `affectedRows` of an UPDATE depends on a flag of the connection.
 *
 * Values are literals of numbers and of hexadecimal bytes. They need no placeholder, which a pool may format as it likes, and no
 * escapes, which depend on the session's sql_mode. As bytes, no collation compares them.
 */
export function claimStatements(table: string) {
  return {
    claim(key: string, owner: string, leaseMs: number): string {
      // An assignment may see the ones before it, or, with SIMULTANEOUS_ASSIGNMENT of MariaDB, not. Each keeps the condition
      // true or false, so that all of them agree. The owner of a live claim gets it again: it repeats one whose answer was lost.
      const isFree = `(expires_at <= ${NOW} OR (owner = ${bounded(owner)} AND done = 0))`;
      const busy = `${codes.done} + (GREATEST(1, expires_at - ${NOW} - ${SINCE_NOW}) + 999) DIV 1000`;
      const code = `IF(${isFree}, ${codes.acquired}, IF(done = 1, ${codes.done}, ${busy}))`;
      return `INSERT INTO ${table} (claim_key, owner, done, expires_at)
        VALUES (${bounded(key)}, ${bounded(owner)}, LAST_INSERT_ID(${codes.acquired}) - ${codes.acquired}, ${fromNow(leaseMs)})
        ON DUPLICATE KEY UPDATE
          owner = IF(LAST_INSERT_ID(${code}) = ${codes.acquired}, ${bounded(owner)}, owner),
          done = IF(${isFree}, 0, done),
          expires_at = IF(${isFree}, ${fromNow(leaseMs)}, expires_at)`;
    },
    extend: (key: string, owner: string, leaseMs: number): string =>
      `UPDATE ${table} SET expires_at = ${fromNow(leaseMs)} + ${MATCHED}
        WHERE ${isOwned(key, owner)} AND done = 0 AND expires_at > ${NOW}`,
    // A done row matches too: the owner repeats a commit whose answer was lost.
    commit: (key: string, owner: string, retentionMs: number): string =>
      `UPDATE ${table} SET expires_at = ${fromNow(retentionMs)} + ${MATCHED}, done = 1
        WHERE ${isOwned(key, owner)} AND expires_at > ${NOW}`,
    // The row stays, as one that has expired: a DELETE could not tell who has the key. Without a row, the key is free.
    release(key: string, owner: string): string {
      const isFree = `(owner = ${bounded(owner)} AND done = 0) OR expires_at <= ${NOW}`;
      const code = `IF(${isFree}, ${released.free}, ${released.taken})`;
      return `UPDATE ${table}
        SET expires_at = IF(LAST_INSERT_ID(${code}) = ${released.free}, 0, expires_at)
        WHERE claim_key = ${bounded(key)}`;
    },
    // Without locks, so that it holds up no claim. One more than is deleted tells whether others are left.
    findExpired: (rows: number, skipped: number): string =>
      `SELECT HEX(claim_key) AS claim_key FROM ${table} WHERE expires_at <= ${NOW}
        ORDER BY expires_at LIMIT ${rows + 1} OFFSET ${skipped}`,
    // By primary key, as claims do it: in the order of the other index, both could wait for each other. A row that was claimed
    // meanwhile stays.
    selectExpired: (keys: readonly string[]): string =>
      `SELECT HEX(claim_key) AS claim_key FROM ${table} FORCE INDEX (PRIMARY)
        WHERE ${isOneOf(keys)} AND expires_at <= ${NOW}`,
    // In the order of the key: with the index by name, MariaDB reads and locks all rows of a small table.
    deleteRows: (keys: readonly string[]): string =>
      `DELETE FROM ${table} WHERE ${isOneOf(keys)} ORDER BY claim_key LIMIT ${keys.length}`,
  };
}

/** The statements that record one effect. */
export interface EffectStatements {
  /** The option `table`. */
  readonly table: string | undefined;
  /** An expression: the name of a lock of the server, which a run holds. */
  readonly lockName: string;
  /** An expression: whether the effect is recorded. */
  readonly isRecorded: string;
  /** Removes a temporary table that a handler has created with the table's name: it would take the record. */
  readonly uncover: string;
  /** Records it, or finds it recorded, by its code. */
  readonly record: string;
}

/** The code of `record` when an earlier transaction has recorded the effect. */
export const RECORDED_BEFORE = 2;

/** The statements that record an effect, in the table of a store. */
export function effectStatements(
  option: string | undefined,
  { key, retention }: Effect,
): EffectStatements {
  const table = quotedTable(option);
  const isOver = `expires_at <= ${NOW}`;
  return {
    table: option,
    uncover: `DROP TEMPORARY TABLE IF EXISTS ${table}`,
    // The name has the table and the database in it: locks belong to the whole server. A name has 64 characters at most.
    lockName: `SHA2(CONCAT_WS(' ', DATABASE(), '${table}', ${bounded(key)}), 256)`,
    isRecorded: `EXISTS (SELECT 1 FROM ${table} WHERE claim_key = ${bounded(key)} AND expires_at > ${NOW})`,
    record: `INSERT INTO ${table} (claim_key, owner, done, expires_at)
      VALUES (${bounded(key)}, X'', LAST_INSERT_ID(1), ${fromNow(retention)})
      ON DUPLICATE KEY UPDATE
        expires_at = IF(LAST_INSERT_ID(IF(${isOver}, 1, ${RECORDED_BEFORE})) = 1, ${fromNow(retention)}, expires_at)`,
  };
}

function isOneOf(keys: readonly string[]): string {
  return `claim_key IN (${keys.map((key) => `X'${key}'`).join(', ')})`;
}

function isOwned(key: string, owner: string): string {
  return `claim_key = ${bounded(key)} AND owner = ${bounded(owner)}`;
}

/** A key or an owner as a literal. A long one is a hash: without strict mode, the server would cut it off and say nothing. */
function bounded(text: string): string {
  const short = boundedKey(text, LONGEST, (long) =>
    createHash('sha256').update(long, 'utf16le').digest('hex'),
  );
  return bytes(short);
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
