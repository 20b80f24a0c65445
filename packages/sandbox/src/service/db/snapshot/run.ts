import { sql } from 'drizzle-orm';
import type { Sql } from '../sql.js';
import { quoteText } from './quote.js';

/** Runs statements of PL/pgSQL: all of them or none. */
export async function run(db: Sql, statements: readonly string[]): Promise<void> {
  await db.execute(sql.raw(`do ${quoteText(`begin\n${statements.join(';\n')};\nend`)}`));
}

/** The rows of a query, which each driver hands out in its own object. */
export async function rowsOf(db: Sql, query: string): Promise<readonly unknown[]> {
  const result: unknown = await db.execute(sql.raw(query));
  if (
    typeof result === 'object' &&
    result !== null &&
    'rows' in result &&
    Array.isArray(result.rows)
  ) {
    return result.rows;
  }
  throw new TypeError('The driver gave no rows.');
}
