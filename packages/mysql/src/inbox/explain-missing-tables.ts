import { SetupError } from '@screening-webhooks/core/store-kit';
import {
  NO_SUCH_COLUMN,
  NO_SUCH_DATABASE,
  NO_SUCH_TABLE,
  serverErrorOf,
} from '../sql/server-error.js';

const MISSING: ReadonlySet<unknown> = new Set([NO_SUCH_TABLE, NO_SUCH_COLUMN, NO_SUCH_DATABASE]);

/** The result of statements on the inbox. If its tables are missing, a {@link SetupError} names the fix. */
export async function explainMissingTables<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (!MISSING.has(serverErrorOf(error))) throw error;
    throw new SetupError(
      'The tables of the inbox are missing. Run `await inbox.migrate()` once, or apply schema.sql of @screening-webhooks/mysql. If you have dropped them, drop screening_webhook_versions too.',
      { cause: error },
    );
  }
}
