import { errorCode } from '../sql/error-code.js';
import { SetupError } from '../sql/setup-error.js';

/**
 * Whether the same operation may succeed later. A database that is down may come back; a statement that it rejects will be
 * rejected again.
 * https://www.postgresql.org/docs/current/errcodes-appendix.html: connection, rollback, resources, locks, operator intervention;
 * a server that was demoted, or is full, is read-only for a while.
 */
export function isTransient(error: unknown): boolean {
  if (error instanceof SetupError) return false;
  const code = errorCode(error);
  const fromServer = /^(?!E)[0-9A-Z]{5}$/.test(code);
  return !fromServer || /^(08|40|53|55|57)/.test(code) || code === READ_ONLY_TRANSACTION;
}

const READ_ONLY_TRANSACTION = '25006';
// https://www.postgresql.org/docs/current/errcodes-appendix.html: undefined_table, _column, _object; invalid_schema_name
const MISSING = new Set(['42P01', '42703', '42704', '3F000']);

/** The result of a statement on the inbox. If its tables are missing, a {@link SetupError} names the fix. */
export async function explainMissingTables<Result>(
  schema: string,
  statement: Promise<Result>,
): Promise<Result> {
  try {
    return await statement;
  } catch (error) {
    if (!MISSING.has(errorCode(error))) throw error;
    throw new SetupError(
      `The tables of the inbox are missing in the schema ${schema}. Run \`await inbox.migrate()\` once.`,
      { cause: error },
    );
  }
}
