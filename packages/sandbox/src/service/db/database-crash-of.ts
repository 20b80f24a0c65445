import { DatabaseCrashedError } from './database-crashed-error.js';

/** The end of the database that a failure comes from, along its causes. Undefined: the database goes on. */
export function databaseCrashOf(error: unknown): DatabaseCrashedError | undefined {
  let each = error;
  while (each instanceof Error && !(each instanceof DatabaseCrashedError)) each = each.cause;
  return each instanceof DatabaseCrashedError ? each : undefined;
}
