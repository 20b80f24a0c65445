import {
  describeType,
  hasFunction,
  isRecord,
  SQLITE_NOW,
  type SqliteValue,
} from '@screening-webhooks/core/store-kit';

/**
 * The part of a database object that is used: `DatabaseSync` of `node:sqlite`, `Database` of better-sqlite3, of libsql and of
 * `bun:sqlite`.
 */
export interface SqliteDatabase {
  /** Runs statements whose rows nobody reads. */
  exec(sql: string): unknown;
  /** Compiles one statement. */
  prepare(sql: string): PreparedStatement;
}

/** The part of a prepared statement that is used. */
export interface PreparedStatement {
  all(...values: SqliteValue[]): unknown;
}

const EXPECTED =
  'database: expected an open database of node:sqlite (DatabaseSync), better-sqlite3, libsql or bun:sqlite (Database)';

/** @throws TypeError when it is none, or one that answers later. The message names the fix. */
export function checkDatabase(database: SqliteDatabase): void {
  const given: unknown = database;
  if (!isRecord(given) || !hasFunction(given, 'exec') || !hasFunction(given, 'prepare')) {
    throw new TypeError(`${EXPECTED}, got ${describeType(given)}.`);
  }
  const rows: unknown = database.prepare(`SELECT ${SQLITE_NOW}`).all();
  if (!Array.isArray(rows)) {
    // Its answer belongs to nobody.
    if (rows instanceof Promise) rows.catch(() => {});
    throw new TypeError(
      `${EXPECTED}, got one that does not answer at once. For D1 there is d1Store of @screening-webhooks/cloudflare.`,
    );
  }
  // Before 3.42, its clock has no milliseconds.
  if (Object.values(Object(rows[0]))[0] === null) {
    throw new TypeError('database: expected SQLite 3.42 or later. Update the driver.');
  }
}
