import { findDatabaseCrash } from './database-crashed-error.js';

/** Returns the code that the database or Node gave an error. Drizzle wraps it. */
export function errorCode(error: unknown): unknown {
  if (!(error instanceof Error)) return undefined;
  return 'code' in error ? error.code : errorCode(error.cause);
}

/** Checks whether a statement failed because the disk of the database is full. */
export function isDiskFull(error: unknown): boolean {
  return errorCode(error) === '53100';
}

/** Checks whether a statement failed because the system refused to write a file of the database: no space, read-only, or broken. */
export function isDiskFailure(error: unknown): boolean {
  // What a read-only disk refuses is a lack of rights to PostgreSQL. The service's own role lacks none in its own folder.
  return ['53100', '42501', '58030'].includes(String(errorCode(error)));
}

/** Checks whether a statement failed for its values, and not for the state of the database or of the connection. */
export function isDataError(error: unknown): boolean {
  // Data exceptions, violated constraints and exceeded limits (PostgreSQL, appendix A).
  return /^(22|23|54)\w{3}$/.test(String(errorCode(error)));
}

/**
 * Checks whether the same transaction may work later: the connection was lost, refused or silent, or the server ends, starts or is at
 * its limits. Any other failure is one of this code, and would come again.
 */
export function mayPass(error: unknown): boolean {
  if (findDatabaseCrash(error)) return false;
  const code = String(errorCode(error));
  // The classes of connections, read-only servers, rollbacks, resources, locks, operators and systems (PostgreSQL, appendix A).
  if (isSqlState(code)) return /^(08|25|40|53|55|57|58)/.test(code);
  return isNodeCode(code) || isLostConnection(error);
}

// Codes of Node, such as EPIPE, can have five letters as well: no class begins with E.
export function isSqlState(code: string): boolean {
  return /^(?!E)[0-9A-Z]{5}$/.test(code);
}

/** Checks for a failure of the system, such as ECONNREFUSED. Those of Node itself, such as ERR_INVALID_ARG_TYPE, are defects. */
function isNodeCode(code: string): boolean {
  return /^E(?!RR_)[A-Z]+$/.test(code);
}

// These have no code (pg 8, pg-pool 3).
const lost =
  /^(Connection terminated|timeout (exceeded|expired)|Query read timeout|Client (has encountered|was closed))/;

function isLostConnection(error: unknown): boolean {
  return error instanceof Error && (lost.test(error.message) || isLostConnection(error.cause));
}
