/** The code that the database or Node gave an error. Drizzle wraps it. */
export function errorCode(error: unknown): unknown {
  if (!(error instanceof Error)) return undefined;
  return 'code' in error ? error.code : errorCode(error.cause);
}
