import { DrizzleQueryError } from 'drizzle-orm';

/** A database that the service cannot use. Its message is one sentence that names the cure. */
export class DatabaseError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DatabaseError';
  }
}

/** An error of a start. That of a query would tell its statement, and not why it failed. */
export function startError(error: unknown): unknown {
  if (!(error instanceof DrizzleQueryError) || !(error.cause instanceof Error)) return error;
  return new DatabaseError(`The database failed during the start: ${error.cause.message}`, {
    cause: error,
  });
}
