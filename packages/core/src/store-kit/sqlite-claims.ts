import type { Claim, DedupeStore } from '../dedupe/dedupe-store.js';
import { checkWholeNumber } from '../options/check-options.js';

/** A value that each driver binds. */
export type SqliteValue = string | number | null;

/** An SQL statement and the values bound to its `?`, in their order. */
export interface SqliteStatement {
  readonly sql: string;
  readonly values: readonly SqliteValue[];
}

/** A row of a result: an object with the columns in their order, or a list of their values. */
export type SqliteRow = object;

/** The clock of SQLite, in milliseconds since the epoch: those of the callers may differ. */
export const SQLITE_NOW = `CAST(ROUND(unixepoch('subsec') * 1000) AS INTEGER)`;

/** The statements of a table of claims. Their parameters are the values of the SQL, in its order. */
export interface SqliteClaimStatements {
  /** Acquires the key, and returns a row, unless another owner holds it or it is done. */
  acquire(key: string, owner: string, leaseMs: number): SqliteStatement;
  /** Returns whether the key's row is done, and the milliseconds until it ends. */
  holder(key: string): SqliteStatement;
  /** Renews the lease, and returns a row, if `owner` holds the key. */
  extend(leaseMs: number, key: string, owner: string): SqliteStatement;
  /** Marks the key done, and returns a row, if `owner` holds it or has committed it before. */
  commit(retentionMs: number, key: string, owner: string): SqliteStatement;
  /** Deletes the key's row if it is a claim of `owner`. The key is then free, unless `holder` returns a valid row. */
  release(key: string, owner: string): SqliteStatement;
  /** Records a key as done, and returns a row, unless it is recorded. */
  record(key: string, retentionMs: number): SqliteStatement;
  /** Deletes up to `limit` rows that have ended, the oldest first, and returns one row for each. */
  sweep(limit: number): SqliteStatement;
  /** Returns the number of rows that have ended. */
  ended(): SqliteStatement;
  /** Returns the milliseconds until the next row ends; null when the table is empty. */
  nextEnd(): SqliteStatement;
}

/**
 * The statements of a table of claims. A row is valid until `ends_at` (milliseconds since the epoch). A valid row with an owner
 * is a claim; a valid row without an owner is a done event, which `committed_by` may commit again.
 *
 * @param table Its name, quoted where it needs to be.
 */
export function sqliteClaimStatements(table: string): SqliteClaimStatements {
  const statement =
    (sql: string) =>
    (...values: SqliteValue[]): SqliteStatement => ({ sql, values });
  return {
    acquire: statement(
      `INSERT INTO ${table} AS claim (key, owner, ends_at) VALUES (?, ?, ${SQLITE_NOW} + ?)
        ON CONFLICT (key) DO UPDATE SET owner = excluded.owner, committed_by = NULL, ends_at = excluded.ends_at
        WHERE claim.ends_at <= ${SQLITE_NOW} OR claim.owner = excluded.owner RETURNING 1`,
    ),
    holder: statement(`SELECT owner IS NULL, ends_at - ${SQLITE_NOW} FROM ${table} WHERE key = ?`),
    extend: statement(
      `UPDATE ${table} SET ends_at = ${SQLITE_NOW} + ?
        WHERE key = ? AND owner = ? AND ends_at > ${SQLITE_NOW} RETURNING 1`,
    ),
    commit: statement(
      `UPDATE ${table} SET owner = NULL, committed_by = COALESCE(owner, committed_by), ends_at = ${SQLITE_NOW} + ?
        WHERE key = ? AND ? IN (owner, committed_by) AND ends_at > ${SQLITE_NOW} RETURNING 1`,
    ),
    release: statement(`DELETE FROM ${table} WHERE key = ? AND owner = ? RETURNING 1`),
    record: statement(
      `INSERT INTO ${table} AS claim (key, ends_at) VALUES (?, ${SQLITE_NOW} + ?)
        ON CONFLICT (key) DO UPDATE SET ends_at = excluded.ends_at
        WHERE claim.ends_at <= ${SQLITE_NOW} RETURNING 1`,
    ),
    sweep: statement(
      `DELETE FROM ${table} WHERE key IN
        (SELECT key FROM ${table} WHERE ends_at <= ${SQLITE_NOW} ORDER BY ends_at LIMIT ?) RETURNING 1`,
    ),
    ended: statement(`SELECT COUNT(*) FROM ${table} WHERE ends_at <= ${SQLITE_NOW}`),
    nextEnd: statement(`SELECT MIN(ends_at) - ${SQLITE_NOW} FROM ${table}`),
  };
}

/** Runs a statement of a transaction, and returns its rows. */
export type RunSqlite = (statement: SqliteStatement) => readonly SqliteRow[];

/**
 * Runs `body` in one transaction, and resolves with its result. A database that takes all statements of a transaction at once
 * calls `body` twice: first to learn them, when none returns a row, and then with the rows.
 */
export type SqliteTransaction = <Result>(body: (run: RunSqlite) => Result) => Promise<Result>;

/** The operations of a {@link DedupeStore} in a table of claims. */
export interface SqliteClaims extends DedupeStore {
  claim(key: string, owner: string, leaseMs: number): Promise<Claim>;
  extend(key: string, owner: string, leaseMs: number): Promise<boolean>;
  commit(key: string, owner: string, retentionMs: number): Promise<boolean>;
  release(key: string, owner: string): Promise<boolean>;
  /** @throws TypeError when `limit` is not a whole number of at least 1. */
  cleanUp(options?: { readonly limit?: number | undefined }): Promise<SqliteCleanUpResult>;
}

/** The result of a clean-up. */
export interface SqliteCleanUpResult {
  /** The number of rows deleted. */
  readonly deleted: number;
  /** Whether rows are left that have ended. */
  readonly more: boolean;
  /** Their number. */
  readonly remaining: number;
}

// Each event adds one row and deletes up to five rows that have ended. So no schedule is needed, and no statement is long.
const ROWS_SWEPT_PER_COMMIT = 5;

/**
 * A store on a table of claims. Each operation is one transaction.
 *
 * @param bound A key or an owner as it is bound.
 * @param sweptPerCommit The rows that have ended that a commit deletes, at most.
 */
export function sqliteClaims(
  table: string,
  transaction: SqliteTransaction,
  bound: (text: string) => string,
  sweptPerCommit: number = ROWS_SWEPT_PER_COMMIT,
): SqliteClaims {
  const statements = sqliteClaimStatements(table);
  return {
    claim: (key, owner, leaseMs) =>
      transaction((run) => {
        const acquired = run(statements.acquire(bound(key), bound(owner), leaseMs));
        if (acquired.length > 0) return 'acquired';
        const [isDone = 0, remaining = 0] = numbersIn(run(statements.holder(bound(key))));
        // The holder's lease may have ended between the two statements. The claim was refused, so the key is busy all the same.
        return isDone === 1 ? 'done' : { busyForMs: Math.max(1, remaining) };
      }),
    extend: (key, owner, leaseMs) =>
      transaction((run) => run(statements.extend(leaseMs, bound(key), bound(owner))).length > 0),
    commit: (key, owner, retentionMs) =>
      transaction((run) => {
        const committed = run(statements.commit(retentionMs, bound(key), bound(owner)));
        if (sweptPerCommit > 0) run(statements.sweep(sweptPerCommit));
        return committed.length > 0;
      }),
    release: (key, owner) =>
      transaction((run) => {
        run(statements.release(bound(key), bound(owner)));
        const [, remaining = 0] = numbersIn(run(statements.holder(bound(key))));
        return remaining <= 0;
      }),
    async cleanUp({ limit } = {}) {
      const most = checkWholeNumber('limit', limit, 1000);
      return transaction((run) => {
        const deleted = run(statements.sweep(most)).length;
        const [remaining = 0] = numbersIn(run(statements.ended()));
        return { deleted, more: remaining > 0, remaining };
      });
    },
  };
}

/** The numbers of the first row, whatever the app has its driver make of a row and of an integer. */
function numbersIn(rows: readonly SqliteRow[]): readonly number[] {
  return Object.values(rows[0] ?? {}).map(Number);
}

/** Creates the table and its index where they are missing. @param index The name of the index. */
export const createSqliteClaims = (
  table: string,
  index: string,
  schema = '',
): readonly string[] => [
  `CREATE TABLE IF NOT EXISTS ${schema}${table} (key TEXT PRIMARY KEY NOT NULL, owner TEXT, committed_by TEXT, ends_at INTEGER NOT NULL) WITHOUT ROWID`,
  `CREATE INDEX IF NOT EXISTS ${schema}${index} ON ${table} (ends_at)`,
];
