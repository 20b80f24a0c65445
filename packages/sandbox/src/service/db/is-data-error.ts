import { errorCode } from './error-code.js';

/** Whether a statement failed for what it was given, and not for the state of the database or of the connection. */
export function isDataError(error: unknown): boolean {
  // Data exceptions, violated constraints and exceeded limits (PostgreSQL, appendix A).
  return /^(22|23|54)\w{3}$/.test(String(errorCode(error)));
}
