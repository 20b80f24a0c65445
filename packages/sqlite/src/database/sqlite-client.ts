import type { RunSqlite, SqliteRow, SqliteTransaction } from '@screening-webhooks/core/store-kit';
import { checkDatabase, type PreparedStatement, type SqliteDatabase } from './sqlite-database.js';
import { explained, isInUse, isLocked } from './sqlite-error.js';

/**
 * Transactions of our own, each within one turn of the event loop. For a lock, and for a transaction that the app has open on the
 * same connection, they wait on a timer, and try again for two seconds. They reject with the error of a statement, with its cure
 * where there is one.
 */
export interface SqliteClient {
  readonly read: SqliteTransaction;
  readonly write: SqliteTransaction;
}

/** Options of {@link sqliteClient}. */
export interface SqliteClientOptions {
  /** Whether a commit must survive a loss of power, whatever `synchronous` the app has set. */
  readonly isDurable: boolean;
  /** The cure when a table is missing. */
  readonly missing: string;
}

// A receiver answers within 12 seconds, and a lease of a second is renewed in time.
const LONGEST_WAIT = 2000;
const LONGEST_PAUSE = 50;

const BEGIN = { read: 'BEGIN', write: 'BEGIN IMMEDIATE' } as const;
type Kind = keyof typeof BEGIN;

/** `PRAGMA synchronous`: a commit survives a loss of power. */
const FULL = 2;

/** @throws TypeError when it is not a database, naming the fix. */
export function sqliteClient(
  database: SqliteDatabase,
  { isDurable, missing }: SqliteClientOptions,
): SqliteClient {
  checkDatabase(database);
  const prepared = new Map<string, PreparedStatement>();
  const connection: SqliteDatabase = {
    exec: (sql) => database.exec(sql),
    prepare(sql) {
      const statement = prepared.get(sql) ?? database.prepare(sql);
      prepared.set(sql, statement);
      return statement;
    },
  };
  const run: RunSqlite = ({ sql, values }) => rowsOf(connection.prepare(sql).all(...values));

  function attempt<Result>(kind: Kind, body: (run: RunSqlite) => Result): Result {
    const inTransaction = (): Result => {
      database.exec(BEGIN[kind]);
      try {
        const result = body(run);
        database.exec('COMMIT');
        return result;
      } catch (error) {
        rollBack(database);
        throw error;
      }
    };
    return withPragma(connection, 'busy_timeout', 0, () =>
      isDurable && kind === 'write'
        ? withPragma(connection, 'synchronous', FULL, inTransaction)
        : inTransaction(),
    );
  }

  const transaction =
    (kind: Kind): SqliteTransaction =>
    async (body) => {
      const startedAt = performance.now();
      for (let pause = 1; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
        try {
          return attempt(kind, body);
        } catch (error) {
          const inUse = isInUse(error);
          if (!inUse && !isLocked(error)) throw explained(error, missing);
          if (performance.now() - startedAt + pause > LONGEST_WAIT) throw waitedFor(inUse, error);
        }
        await new Promise((resolve) => setTimeout(resolve, pause));
      }
    };
  return { read: transaction('read'), write: transaction('write') };
}

/**
 * Runs `work` with a setting of the connection, which is the app's again afterwards. SQLite reads and writes a setting when it
 * compiles a PRAGMA, so that one cannot be prepared; a SELECT compiles it each time. A higher `synchronous` stays.
 */
export function withPragma<Result>(
  database: SqliteDatabase,
  name: 'busy_timeout' | 'synchronous',
  value: number,
  work: () => Result,
): Result {
  const [row = {}] = rowsOf(database.prepare(`SELECT * FROM pragma_${name}`).all());
  const before = Number(Object.values(row)[0]);
  if (before === value || (name === 'synchronous' && before > value)) return work();
  database.exec(`PRAGMA ${name} = ${value}`);
  try {
    return work();
  } finally {
    database.exec(`PRAGMA ${name} = ${before}`);
  }
}

/** The rows of a result. @throws TypeError when it is none. */
export function rowsOf(result: unknown): readonly SqliteRow[] {
  if (Array.isArray(result)) return result;
  throw new TypeError('database: expected statement.all() to return a list of rows.');
}

function rollBack(database: SqliteDatabase): void {
  try {
    database.exec('ROLLBACK');
  } catch {
    // SQLite has done it itself: after a full disk, for one.
  }
}

function waitedFor(inUse: boolean, cause: unknown): Error {
  return new Error(
    inUse
      ? 'SQLite: the app has had a transaction open on this connection for 2 s. Shorten it, or give the receiver a connection of its own to the same file.'
      : 'SQLite: another connection has had the database locked for 2 s.',
    { cause },
  );
}
