/** The number of an error of the server, as both servers have it. Undefined: an error of the driver, of the network, or of other code. */
export function serverErrorOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('sqlState' in error) || !('errno' in error)) return undefined;
  return typeof error.errno === 'number' ? error.errno : undefined;
}

// https://dev.mysql.com/doc/mysql-errors/8.4/en/server-error-reference.html, https://mariadb.com/kb/en/mariadb-error-code-reference/
export const ACCESS_DENIED_TO_DATABASE = 1044;
export const ACCESS_DENIED_TO_TABLE = 1142;
export const NO_SUCH_TABLE = 1146;
export const LOCK_WAIT_TIMEOUT = 1205;
export const DEADLOCK = 1213;
/** MariaDB with innodb_snapshot_isolation: the row was changed since the transaction has begun. */
export const RECORD_HAS_CHANGED = 1020;
