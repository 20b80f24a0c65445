import { type HeldConnection, isRecord } from '@screening-webhooks/core/store-kit';
import { type MysqlConnections, type MysqlPool, mysqlConnections } from './mysql-pool.js';
import { DEADLOCK, LOCK_WAIT_TIMEOUT, RECORD_HAS_CHANGED, serverErrorOf } from './server-error.js';

/** Runs one statement. Rejects with a `NoAnswerError` when it has no answer in `ms` milliseconds. */
export type SqlQuery = (sql: string, ms?: number) => Promise<SqlResult>;

/** The answer to a statement. */
export interface SqlResult {
  /** The rows of a SELECT; empty for another statement. */
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  /** The argument of `LAST_INSERT_ID()` that the statement has evaluated last. 0: none. */
  readonly code: number;
  /** The rows that an INSERT, UPDATE or DELETE has changed. Of an UPDATE, it depends on the flags of the connection. */
  readonly affectedRows: number;
}

/** A pool, with a limit for each wait. */
export interface SqlClient<Tx> {
  readonly connections: MysqlConnections<Tx>;
  /**
   * Runs a statement that commits by itself. One that failed because of a concurrent one is run again: after a deadlock, or
   * when it has waited for a lock for as long as the server lets it.
   */
  readonly query: SqlQuery;
  /** Milliseconds that a statement waits for its answer, and before that, for a connection. */
  readonly timeout: number;
}

const MOST_TRIES = 10;
const CONFLICTS: ReadonlySet<unknown> = new Set([DEADLOCK, LOCK_WAIT_TIMEOUT, RECORD_HAS_CHANGED]);

// Flag of the protocol: https://dev.mysql.com/doc/dev/mysql-server/latest/mysql__com_8h.html
export const SERVER_STATUS_IN_TRANS = 1;

export function sqlClient<Tx>(pool: MysqlPool<Tx>, timeout: number): SqlClient<Tx> {
  const connections = mysqlConnections(pool);

  async function sendOnce(sql: string, ms: number): Promise<SqlResult> {
    const held = await connections.take(timeout);
    try {
      const result = await held.query(sql, ms);
      // With autocommit off, nothing would have happened yet.
      if (isInTransaction(result)) await held.query('COMMIT', ms);
      held.release();
      return resultOf(result);
    } catch (error) {
      giveUp(held, error);
      throw error;
    }
  }

  return {
    connections,
    timeout,
    async query(sql, ms = timeout) {
      const startedAt = performance.now();
      for (let tries = 1; ; tries += 1) {
        try {
          return await sendOnce(sql, ms);
        } catch (error) {
          if (!CONFLICTS.has(serverErrorOf(error)) || tries === MOST_TRIES) throw error;
          if (performance.now() - startedAt >= ms) throw error;
        }
      }
    },
  };
}

/** Gives a connection back after an error: only one whose statement the server has refused is as good as before. */
function giveUp(held: HeldConnection<object, string>, error: unknown): void {
  if (serverErrorOf(error) !== undefined && !isFatal(error)) held.release();
  else held.release(error instanceof Error ? error : new Error(String(error)));
}

export function resultOf(result: unknown): SqlResult {
  if (Array.isArray(result)) return { rows: result.filter(isRecord), code: 0, affectedRows: 0 };
  const { insertId, affectedRows } = isRecord(result) ? result : {};
  return { rows: [], code: Number(insertId ?? 0), affectedRows: Number(affectedRows ?? 0) };
}

function isInTransaction(result: unknown): boolean {
  return isRecord(result) && (Number(result['serverStatus']) & SERVER_STATUS_IN_TRANS) !== 0;
}

function isFatal(error: unknown): boolean {
  return isRecord(error) && error['fatal'] === true;
}
