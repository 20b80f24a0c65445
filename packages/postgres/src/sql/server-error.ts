import {
  LostConnectionError,
  NoAnswerError,
  SetupError,
  withCauses,
} from '@screening-webhooks/core/store-kit';

/** The SQLSTATE of a driver's error, or its own code, such as `ECONNREFUSED`. Empty: it has none. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

// https://www.postgresql.org/docs/current/errcodes-appendix.html
export const UNDEFINED_TABLE = '42P01';

// Classes: connection exceptions, transaction rollback, insufficient resources, operator intervention. And: read-only
// transaction (a server that is now a standby), idle in transaction, transaction timeout, lock not available. The last are of
// the driver postgres.
const TRANSIENT =
  /^(?:(?:08|40|53|57)[0-9A-Z]{3}|25006|25P03|25P04|55P03|CONNECTION_(?:CLOSED|DESTROYED|ENDED)|CONNECT_TIMEOUT)$/;
const SHUTDOWN = /^(?:08|57P)/;
// Codes of Node such as EPIPE have the same form, and no class begins with E.
const SQLSTATE = /^(?!E)[0-9A-Z]{5}$/;

/** Whether the database has failed a statement for a reason that passes: a failover, a restart, a lock, a conflict. */
export function isTransientState(error: unknown): boolean {
  return withCauses(error).some(
    (each) =>
      each instanceof LostConnectionError ||
      each instanceof NoAnswerError ||
      TRANSIENT.test(errorCode(each)),
  );
}

/**
 * Whether the same statement may succeed later: the server did not answer, or refused it for a reason that passes. Not for
 * errors of other code, which count as transient if they have no SQLSTATE.
 */
export function isTransient(error: unknown): boolean {
  if (error instanceof SetupError) return false;
  return !SQLSTATE.test(errorCode(error)) || isTransientState(error);
}

/** Whether the server has answered with an error, and will answer the next statement. */
export function isRefusal(error: unknown): boolean {
  const code = errorCode(error);
  return SQLSTATE.test(code) && !SHUTDOWN.test(code);
}
