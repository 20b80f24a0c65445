import { sql } from 'drizzle-orm';
import type { Sql } from '../sql.js';
import { allRows } from '../transact.js';

/** Lets one connection at a time save, restore or drop snapshots. The first number is at random, against other users of locks. */
export const LOCK_SNAPSHOTS = 'perform pg_advisory_xact_lock(1487261830, 1)';

/** A name in SQL. */
export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

export const quoteText = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** A body of PL/pgSQL as a text in SQL. */
export const quoteBody = (
  statements: readonly string[],
  variables: readonly string[] = [],
): string => {
  const declared = variables.map((each) => `${each};\n`).join('');
  return quoteText(`declare\n${declared}begin\n${statements.join(';\n')};\nend`);
};

/** Runs statements of PL/pgSQL: all of them or none. */
export async function run(db: Sql, statements: readonly string[]): Promise<void> {
  await db.execute(sql.raw(`do ${quoteBody(statements)}`));
}

export async function readRows(db: Sql, query: string): Promise<readonly unknown[]> {
  return allRows(await db.execute(sql.raw(query)));
}
