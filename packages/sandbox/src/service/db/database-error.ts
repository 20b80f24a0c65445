import { DrizzleQueryError } from 'drizzle-orm';
import { errorCode, isSqlState } from './error-code.js';

/** A database that the service cannot use. Its message is one sentence that names the cure. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
}

/** An error of a start. That of a query would tell its statement, and not why it failed. */
export function startError(error: unknown): unknown {
  if (!(error instanceof DrizzleQueryError || hasSqlState(error))) return error;
  return new DatabaseError(`The database failed during the start: ${databaseReason(error)}`, {
    cause: error,
  });
}

/** Why a database refused, in its own words. Those differ between versions and languages: its SQLSTATE follows. */
export function databaseReason(error: unknown): string {
  if (error instanceof DrizzleQueryError) return databaseReason(error.cause);
  // A refused connection to several addresses has no message of its own.
  if (error instanceof AggregateError) return error.errors.map(databaseReason).join('; ');
  if (!(error instanceof Error)) return String(error);
  return hasSqlState(error) ? `${error.message} (SQLSTATE ${errorCode(error)})` : error.message;
}

function hasSqlState(error: unknown): boolean {
  return isSqlState(String(errorCode(error)));
}
