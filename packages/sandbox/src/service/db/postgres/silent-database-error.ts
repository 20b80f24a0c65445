/** A statement got no answer in time, on a connection that is open. Nobody knows whether it was done. */
export class SilentDatabaseError extends Error {
  override readonly name = 'SilentDatabaseError';

  constructor(cause: unknown) {
    super(
      'The database did not answer on a connection for too long. Its connections are opened again.',
      {
        cause,
      },
    );
  }
}

/** Checks whether the driver has given up waiting for an answer. */
export function isUnanswered(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // It has no code (pg 8, `query_timeout`).
  return error.message === 'Query read timeout' || isUnanswered(error.cause);
}
