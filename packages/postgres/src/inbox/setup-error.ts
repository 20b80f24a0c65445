/** Something that waiting does not mend: its message names the cure. */
export class SetupError extends Error {}

/**
 * Whether the same may succeed later. A database that is away may come back; what it refuses, it will refuse again.
 * https://www.postgresql.org/docs/current/errcodes-appendix.html: connection, rollback, resources, operator intervention.
 */
export function isTransient(error: unknown): boolean {
  if (error instanceof SetupError) return false;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const fromServer = /^(?!E)[0-9A-Z]{5}$/.test(code);
  return !fromServer || /^(08|40|53|57)/.test(code);
}
