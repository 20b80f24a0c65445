import { SetupError } from '@screening-webhooks/core/store-kit';
import { errorCode } from '../sql/error-code.js';

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
