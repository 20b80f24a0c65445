const LONGEST = 2000;

/**
 * A CTE, to be read by what takes locks: from then on, the transaction waits for a lock two seconds at most, and less than for an
 * answer, so that a lock is not taken for a connection that has gone silent. It ends with its statement, so the session is as the
 * app has set it up.
 *
 * @param timeout Milliseconds that a statement waits for its answer.
 */
export function lockLimit(timeout: number): string {
  const ms = Math.ceil(Math.min(LONGEST, timeout / 2));
  return `lock_limit AS MATERIALIZED (SELECT set_config('lock_timeout', '${ms}ms', true))`;
}
