/**
 * The database in this process has ended, mostly because it could not write its log: no space is left, or the folder is
 * read-only. This and all later queries fail at once. What was committed is there when the database is opened again.
 */
export class DatabaseCrashedError extends Error {
  constructor(cause: unknown) {
    super(
      'The database has ended because it could not go on. Check that its folder can be written and has space, then start again.',
      { cause },
    );
    this.name = 'DatabaseCrashedError';
  }
}
