import { createHash } from 'node:crypto';
import { boundedKey, type Effect } from '@screening-webhooks/core/store-kit';
import { quotedTable } from './claims-table.js';
import { type EffectStatements, RECORDED_BEFORE } from './effect-transaction.js';
import { bytes, fromNow, NOW } from './sql/literals.js';

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

/** The statements that record an effect, in the table of a store. */
export function effectStatements(
  option: string | undefined,
  { key, retention }: Effect,
): EffectStatements {
  const table = quotedTable(option);
  const isOver = `expires_at <= ${NOW}`;
  return {
    table: option,
    // Of this table in this database: locks belong to the whole server. A name has 64 characters at most.
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
