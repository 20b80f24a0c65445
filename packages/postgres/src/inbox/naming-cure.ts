import { SetupError } from './setup-error.js';

/** The answer of the database; missing tables are an error that names the cure. */
export async function namingCure<Result>(schema: string, answer: Promise<Result>): Promise<Result> {
  try {
    return await answer;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (typeof code !== 'string' || !MISSING.has(code)) throw error;
    throw new SetupError(
      `The tables of the inbox are missing in the schema ${schema}. Run \`await inbox.migrate()\` once.`,
      { cause: error },
    );
  }
}

// https://www.postgresql.org/docs/current/errcodes-appendix.html: undefined_table, _column, _object; invalid_schema_name
const MISSING = new Set(['42P01', '42703', '42704', '3F000']);
