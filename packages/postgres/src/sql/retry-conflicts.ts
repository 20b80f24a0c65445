import { errorCode } from './error-code.js';
import type { SqlClient, SqlQuery } from './sql-client.js';

const MOST_TRIES = 10;

/**
 * Runs single statements, and runs those again that failed because of a concurrent one: a deadlock, a unique key that was
 * inserted at the same moment, or a serialization failure. After a serialization failure, all statements run in
 * READ COMMITTED transactions: the default of the session is stricter, and could reject them again and again.
 */
export function retryConflicts(sql: SqlClient<unknown>): SqlQuery {
  let needsReadCommitted = false;

  const query: SqlQuery = async (text, values, ms) => {
    if (!needsReadCommitted) return sql.query(text, values, ms);
    let rows: Awaited<ReturnType<SqlQuery>> = [];
    await sql.transaction(async (_tx, inTransaction) => {
      await inTransaction('SET TRANSACTION ISOLATION LEVEL READ COMMITTED', []);
      rows = await inTransaction(text, values, ms);
    });
    return rows;
  };

  return async (text, values, ms) => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await query(text, values, ms);
      } catch (error) {
        const code = errorCode(error);
        if (!CONFLICTS.has(code) || tries === MOST_TRIES) throw error;
        needsReadCommitted ||= code === SERIALIZATION_FAILURE;
      }
    }
  };
}

// https://www.postgresql.org/docs/current/errcodes-appendix.html
const SERIALIZATION_FAILURE = '40001';
const DEADLOCK_DETECTED = '40P01';
const UNIQUE_VIOLATION = '23505';
const CONFLICTS = new Set([SERIALIZATION_FAILURE, DEADLOCK_DETECTED, UNIQUE_VIOLATION]);
