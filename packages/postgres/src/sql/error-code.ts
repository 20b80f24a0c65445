/** The SQLSTATE of a driver's error, or its own code, such as `ECONNREFUSED`. Empty: it has none. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
