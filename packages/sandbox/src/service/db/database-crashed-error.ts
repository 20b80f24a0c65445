/**
 * The database in this process has ended, mostly because it could not write its log: no space is left, or the folder is
 * read-only. This and all later queries fail at once. What was committed is there when the database is opened again.
 */
export class DatabaseCrashedError extends Error {
  override readonly name = 'DatabaseCrashedError';

  constructor(cause: unknown) {
    super(
      'The database has ended because it could not go on. Check that its folder can be written and has space, then start again.',
      { cause },
    );
  }
}

/** Finds the end of the database among the causes of a failure. Undefined: the database goes on. */
export function findDatabaseCrash(error: unknown): DatabaseCrashedError | undefined {
  if (error instanceof DatabaseCrashedError) return error;
  return error instanceof Error ? findDatabaseCrash(error.cause) : undefined;
}
