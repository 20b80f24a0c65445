/**
 * Whether a statement on many rows failed because of one of them: 21 (two of its keys are one to the server), 22 (a value that
 * it refuses, such as a NUL), 23 (a constraint), 40 (a deadlock, a serialization failure). Nothing of it was done then.
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
export function isOfOneRow(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    /^(?:21|22|23|40)[0-9A-Z]{3}$/.test(error.code)
  );
}
