import type { Claim, DedupeStore } from '../dedupe/dedupe-store.js';
import { checkWholeNumber } from '../options/check-options.js';

/** An SQL statement and the values bound to its `?`, in their order. */
export interface SqliteStatement<Value = string | number> {
  readonly sql: string;
  readonly values: readonly Value[];
}

/** A row of a result: an object with the columns in their order, or a list of their values. */
export type SqliteRow = object;

/** The clock of SQLite, in milliseconds since the epoch: those of the callers may differ. */
export const SQLITE_NOW = `CAST(ROUND(unixepoch('subsec') * 1000) AS INTEGER)`;

/**
 * The statements of a table of claims. A row is valid until `ends_at` (milliseconds since the epoch). A valid row with an owner
 * is a claim; a valid row without an owner is a done event, which `committed_by` may commit again.
 *
 * @param table Its name, quoted where it needs to be.
 */
export function sqliteClaimStatements(table: string) {
  const statement = (sql: string, ...values: readonly (string | number)[]): SqliteStatement => ({
    sql,
    values,
  });
  return {
    /** Acquires the key, and returns a row, unless another owner holds it or it is done. */
    acquire: (key: string, owner: string, leaseMs: number): SqliteStatement =>
      statement(
        `INSERT INTO ${table} AS claim (key, owner, ends_at) VALUES (?, ?, ${SQLITE_NOW} + ?)
          ON CONFLICT (key) DO UPDATE SET owner = excluded.owner, committed_by = NULL, ends_at = excluded.ends_at
          WHERE claim.ends_at <= ${SQLITE_NOW} OR claim.owner = excluded.owner
          RETURNING 1`,
        key,
        owner,
        leaseMs,
      ),
    /** Returns whether the key's row is done, and the milliseconds until it ends. */
    holder: (key: string): SqliteStatement =>
      statement(`SELECT owner IS NULL, ends_at - ${SQLITE_NOW} FROM ${table} WHERE key = ?`, key),
    /** Renews the lease, and returns a row, if `owner` holds the key. */
    extend: (key: string, owner: string, leaseMs: number): SqliteStatement =>
      statement(
        `UPDATE ${table} SET ends_at = ${SQLITE_NOW} + ?
          WHERE key = ? AND owner = ? AND ends_at > ${SQLITE_NOW} RETURNING 1`,
        leaseMs,
        key,
        owner,
      ),
    /** Marks the key done, and returns a row, if `owner` holds it or has committed it before. */
    commit: (key: string, owner: string, retentionMs: number): SqliteStatement =>
      statement(
        `UPDATE ${table} SET owner = NULL, committed_by = ?, ends_at = ${SQLITE_NOW} + ?
          WHERE key = ? AND ? IN (owner, committed_by) AND ends_at > ${SQLITE_NOW} RETURNING 1`,
        owner,
        retentionMs,
        key,
        owner,
      ),
    /** Deletes the key's row if it is a claim of `owner`. The key is then free, unless `holder` returns a valid row. */
    release: (key: string, owner: string): SqliteStatement =>
      statement(`DELETE FROM ${table} WHERE key = ? AND owner = ? RETURNING 1`, key, owner),
    /** Records a key as done, and returns a row, unless it is recorded. */
    record: (key: string, retentionMs: number): SqliteStatement =>
      statement(
        `INSERT INTO ${table} AS claim (key, ends_at) VALUES (?, ${SQLITE_NOW} + ?)
          ON CONFLICT (key) DO UPDATE SET ends_at = excluded.ends_at
          WHERE claim.ends_at <= ${SQLITE_NOW} RETURNING 1`,
        key,
        retentionMs,
      ),
    /** Deletes up to `limit` rows that have ended, the oldest first, and returns one row for each. */
    sweep: (limit: number): SqliteStatement =>
      statement(
        `DELETE FROM ${table} WHERE key IN
          (SELECT key FROM ${table} WHERE ends_at <= ${SQLITE_NOW} ORDER BY ends_at LIMIT ?) RETURNING 1`,
        limit,
      ),
    /** Returns the number of rows that have ended. */
    ended: (): SqliteStatement =>
      statement(`SELECT COUNT(*) FROM ${table} WHERE ends_at <= ${SQLITE_NOW}`),
    /** Returns the milliseconds until the next row ends; null when the table is empty. */
    nextEnd: (): SqliteStatement => statement(`SELECT MIN(ends_at) - ${SQLITE_NOW} FROM ${table}`),
  };
}

/** Runs statements in one transaction, and resolves with the rows of each. */
export type RunSqlite = (
  ...statements: readonly SqliteStatement[]
) => Promise<readonly (readonly SqliteRow[])[]>;

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
 * A store on a table of claims. Each operation is one transaction; each commit deletes a few rows that have ended.
 *
 * @param bound A key or an owner as it is bound.
 */
export function sqliteClaims(
  table: string,
  run: RunSqlite,
  bound: (text: string) => string,
): SqliteClaims {
  const statements = sqliteClaimStatements(table);
  const changesRow = async (...batch: readonly SqliteStatement[]): Promise<boolean> => {
    const [rows = []] = await run(...batch);
    return rows.length > 0;
  };
  return {
    async claim(key, owner, leaseMs) {
      const [acquired = [], holders = []] = await run(
        statements.acquire(bound(key), bound(owner), leaseMs),
        statements.holder(bound(key)),
      );
      return readSqliteClaim(acquired, holders);
    },
    extend: (key, owner, leaseMs) =>
      changesRow(statements.extend(bound(key), bound(owner), leaseMs)),
    commit: (key, owner, retentionMs) =>
      changesRow(
        statements.commit(bound(key), bound(owner), retentionMs),
        statements.sweep(ROWS_SWEPT_PER_COMMIT),
      ),
    async release(key, owner) {
      const [, holders = []] = await run(
        statements.release(bound(key), bound(owner)),
        statements.holder(bound(key)),
      );
      return isFreeInSqlite(holders);
    },
    async cleanUp({ limit } = {}) {
      const [deleted = [], counts = []] = await run(
        statements.sweep(checkWholeNumber('limit', limit, 1000)),
        statements.ended(),
      );
      const [remaining = 0] = numbersIn(counts);
      return { deleted: deleted.length, more: remaining > 0, remaining };
    },
  };
}

/** The claim that the rows of `acquire` and `holder` describe. */
export function readSqliteClaim(
  acquired: readonly SqliteRow[],
  holders: readonly SqliteRow[],
): Claim {
  if (acquired.length > 0) return 'acquired';
  const [isDone = 0, remaining = 0] = numbersIn(holders);
  if (isDone === 1) return 'done';
  // The holder's lease may have ended between the two statements. The claim was refused, so the key is busy all the same.
  return { busyForMs: Math.max(1, remaining) };
}

/** Whether no valid row holds the key, by the rows of `holder`. */
export function isFreeInSqlite(holders: readonly SqliteRow[]): boolean {
  const [, remaining = 0] = numbersIn(holders);
  return remaining <= 0;
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
