import {
  LostConnectionError,
  NoAnswerError,
  SetupError,
  withCauses,
} from '@screening-webhooks/core/store-kit';

/** The number of an error of the server; `undefined` for an error of the driver, of the network, or of other code. */
export function serverErrorOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('sqlState' in error) || !('errno' in error)) return undefined;
  return typeof error.errno === 'number' ? error.errno : undefined;
}

// https://dev.mysql.com/doc/mysql-errors/8.4/en/server-error-reference.html
// https://mariadb.com/kb/en/mariadb-error-code-reference/
export const NO_SUCH_DATABASE = 1049;
export const NO_SUCH_COLUMN = 1054;
export const DUPLICATE_ENTRY = 1062;
export const ACCESS_DENIED_TO_TABLE = 1142;
export const NO_SUCH_TABLE = 1146;
export const LOCK_WAIT_TIMEOUT = 1205;
export const DEADLOCK = 1213;
export const NO_SUCH_SAVEPOINT = 1305;
/** The characteristics of a transaction cannot be changed while it runs. */
export const IN_TRANSACTION = 1568;
/** MariaDB with innodb_snapshot_isolation: the row was changed since the transaction has begun. */
export const RECORD_HAS_CHANGED = 1020;

/** The errors whose reason is a concurrent transaction. */
export const CONFLICTS: ReadonlySet<number | undefined> = new Set([
  RECORD_HAS_CHANGED,
  LOCK_WAIT_TIMEOUT,
  DEADLOCK,
]);

const TRANSIENT: ReadonlySet<number | undefined> = new Set([
  ...CONFLICTS,
  // No connection is free: of the server, of the user.
  ...[1040, 1203, 1226],
  // Shutdown, a statement or a connection that was killed, of both servers.
  ...[1053, 1317, 1927, 3169],
  // A server that is now a replica: read-only, in three ways.
  ...[1290, 1792, 1836],
  // A time limit of the server, of both; NOWAIT; a cluster that is not ready, or has refused the commit.
  ...[1969, 3024, 3572, 1047, 3101],
]);

/** Whether the server has failed a statement for a reason that passes: a failover, a restart, a lock, a conflict. */
export function isTransientState(error: unknown): boolean {
  return withCauses(error).some(
    (each) =>
      each instanceof LostConnectionError ||
      each instanceof NoAnswerError ||
      TRANSIENT.has(serverErrorOf(each)),
  );
}

/** Whether the server has refused a row, as a trigger does, so that it may take another one. */
export function isRowRefusal(error: unknown): boolean {
  return serverErrorOf(error) !== undefined && !isTransientState(error);
}

/** The same, or whether a row was locked. */
export function isRowFailure(error: unknown): boolean {
  return isRowRefusal(error) || CONFLICTS.has(serverErrorOf(error));
}

/** Whether the same statement may succeed later: the server did not answer, or refused it for a reason that passes. */
export function isTransient(error: unknown): boolean {
  if (error instanceof SetupError || error instanceof TypeError) return false;
  return serverErrorOf(error) === undefined || isTransientState(error);
}
