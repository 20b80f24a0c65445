/** Returns the code that the database or Node gave an error. Drizzle wraps it. */
export function errorCode(error: unknown): unknown {
  if (!(error instanceof Error)) return undefined;
  return 'code' in error ? error.code : errorCode(error.cause);
}

/** Checks whether a statement failed because the disk of the database is full. */
export function isDiskFull(error: unknown): boolean {
  return errorCode(error) === '53100';
}

/** Checks whether a statement failed for its values, and not for the state of the database or of the connection. */
export function isDataError(error: unknown): boolean {
  // Data exceptions, violated constraints and exceeded limits (PostgreSQL, appendix A).
  return /^(22|23|54)\w{3}$/.test(String(errorCode(error)));
}
