import { type HeldConnection, isRecord } from '@screening-webhooks/core/store-kit';
import { type MysqlConnections, type MysqlPool, mysqlConnections } from './mysql-pool.js';
import { CONFLICTS, IN_TRANSACTION, LOCK_WAIT_TIMEOUT, serverErrorOf } from './server-error.js';

/** Runs one statement. Rejects with a `NoAnswerError` when it has no answer in `ms` milliseconds. */
export type SqlQuery = (sql: string, ms?: number) => Promise<SqlResult>;

/** The answer to a statement. */
export interface SqlResult {
  /** The rows of a SELECT; empty for another statement. */
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  /** The argument of `LAST_INSERT_ID()` that the statement has evaluated last. 0: none. */
  readonly code: number;
  /** The rows that an INSERT, UPDATE or DELETE has changed. For an UPDATE, the number depends on the flags of the connection. */
  readonly affectedRows: number;
}

/** A pool, with a limit for each wait. */
export interface SqlClient<Tx> {
  readonly connections: MysqlConnections<Tx>;
  /**
   * Runs a statement that commits by itself, and runs it again when a concurrent one made it fail: after a deadlock, or
   * when it has waited for a lock for as long as the server lets it.
   */
  readonly query: SqlQuery;
  /**
   * Runs several statements that are committed together: when `body` resolves. It is run again after the same failures as `query`.
   * The server gives its locks up within {@link IDLE_SECONDS} when nothing more comes, as from a connection that has gone silent.
   *
   * @param ms Milliseconds in which it may be run again. Default: `timeout`.
   */
  readonly transaction: <Result>(
    body: (query: SqlQuery) => Promise<Result>,
    ms?: number,
  ) => Promise<Result>;
  /** Milliseconds that a statement waits for its answer, and before that, for a connection. */
  readonly timeout: number;
}

const MOST_TRIES = 10;

// Flag of the protocol: https://dev.mysql.com/doc/dev/mysql-server/latest/mysql__com_8h.html
export const SERVER_STATUS_IN_TRANS = 1;

/** Seconds after which the server ends a transaction of this package that sends nothing. */
const IDLE_SECONDS = 10;
// Less than the timeout of a statement: a lock that is held for long is not a connection that is silent.
const LOCK_SECONDS = 2;
/** Milliseconds in which a transaction is run again after a deadlock, and not after a wait for a lock. */
export const ONE_LOCK_WAIT: number = 2 * LOCK_SECONDS * 1000;
// For one statement, in a comment that MariaDB runs and MySQL skips, which has no such limit but that of the session.
const WITH_LOCK_LIMIT = `/*M!100108 SET STATEMENT innodb_lock_wait_timeout=${LOCK_SECONDS} FOR */ `;
const WRITES = /^(?:INSERT|UPDATE|DELETE)\b/;

// For the whole session, because MySQL has no such limits for one transaction. They are put back before others get the connection.
const SET_LIMITS = `SET @screening_idle = @@wait_timeout, @screening_lock = @@innodb_lock_wait_timeout,
  SESSION wait_timeout = ${IDLE_SECONDS}, SESSION innodb_lock_wait_timeout = ${LOCK_SECONDS}`;
const RESTORE_LIMITS =
  'SET SESSION wait_timeout = @screening_idle, SESSION innodb_lock_wait_timeout = @screening_lock';
// For the next transaction only. This level locks no gaps, where others insert.
const READ_COMMITTED = 'SET TRANSACTION ISOLATION LEVEL READ COMMITTED';

export function sqlClient<Tx>(pool: MysqlPool<Tx>, timeout: number): SqlClient<Tx> {
  const connections = mysqlConnections(pool);

  async function sendOnce(sql: string, ms: number): Promise<SqlResult> {
    const held = await connections.take(timeout);
    try {
      const text = WRITES.test(sql) ? `${WITH_LOCK_LIMIT}${sql}` : sql;
      const result = await held.query(text, ms);
      // With autocommit off, a write would not have happened yet, and the next read would see what this one saw. The driver does not
      // tell after a read.
      if (Array.isArray(result) || isInTransaction(result)) await held.query('COMMIT', ms);
      held.release();
      return resultOf(result);
    } catch (error) {
      held.release(isRefusal(error) ? undefined : asError(error));
      throw error;
    }
  }

  async function transactionOnce<Result>(
    body: (query: SqlQuery) => Promise<Result>,
  ): Promise<Result> {
    const held = await connections.take(timeout);
    const query: SqlQuery = async (sql, ms = timeout) => resultOf(await held.query(sql, ms));
    try {
      await query(SET_LIMITS);
      await beginReadCommitted(query);
      const result = await body(query);
      await query('COMMIT');
      await putBack(held, [RESTORE_LIMITS], timeout);
      return result;
    } catch (error) {
      if (isRefusal(error)) await putBack(held, ['ROLLBACK', RESTORE_LIMITS], timeout);
      else held.release(asError(error));
      throw error;
    }
  }

  /** @param work Gets the milliseconds that are left for its answer. */
  async function retryConflicts<Result>(
    ms: number,
    work: (ms: number) => Promise<Result>,
  ): Promise<Result> {
    const end = performance.now() + ms;
    let left = ms;
    for (let tries = 1; ; tries += 1) {
      try {
        return await work(left);
      } catch (error) {
        const conflict = serverErrorOf(error);
        if (!CONFLICTS.has(conflict) || tries === MOST_TRIES) throw error;
        left = end - performance.now();
        // Another wait for the same lock could end with the limit, and be taken for a silent connection.
        const least = conflict === LOCK_WAIT_TIMEOUT ? ONE_LOCK_WAIT : 0;
        if (left <= least) throw error;
      }
    }
  }

  return {
    connections,
    timeout,
    query: (sql, ms = timeout) => retryConflicts(ms, (left) => sendOnce(sql, left)),
    transaction: (body, ms = timeout) => retryConflicts(ms, () => transactionOnce(body)),
  };
}

async function beginReadCommitted(query: SqlQuery): Promise<void> {
  try {
    await query(READ_COMMITTED);
  } catch (error) {
    // With autocommit off, others leave a transaction open. START TRANSACTION would commit it too.
    if (serverErrorOf(error) !== IN_TRANSACTION) throw error;
    await query('COMMIT');
    await query(READ_COMMITTED);
  }
  await query('START TRANSACTION');
}

/**
 * Gives a connection back after these statements, or ends it, when there is a reason. The transaction has its outcome, whatever
 * becomes of them.
 */
export async function putBack(
  held: HeldConnection<object, string>,
  statements: readonly string[],
  ms: number,
  reason?: Error,
): Promise<void> {
  try {
    for (const statement of statements) await held.query(statement, ms);
    held.release(reason);
  } catch (error) {
    held.release(asError(error));
  }
}

/** Whether the server has refused a statement, so that its connection is as good as before. */
function isRefusal(error: unknown): boolean {
  return serverErrorOf(error) !== undefined && !isFatal(error);
}

export function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
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
