import { getTableName, is, sql } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import * as schema from '../schema/index.js';
import { allRows, type Sql } from '../sql.js';

const Columns = z.array(
  z.object({
    table: z.string(),
    name: z.string(),
    /** The sequence of an identity column, quoted where that is needed. */
    sequence: z.string().nullable(),
  }),
);

export type Column = Readonly<z.infer<typeof Columns>[number]>;

// Only the service's own: a database may have other tables in the same schema, and a restore must not touch them.
const tables = Object.values<unknown>(schema)
  .filter((each) => is(each, PgTable))
  .map((table) => quoteText(getTableName(table)));

/**
 * Reads the columns of the service's tables. Computed ones are left out, because no row can set them.
 *
 * @throws Error when the tables are not there yet.
 */
export async function readColumns(db: Sql): Promise<readonly Column[]> {
  const rows = await readRows(
    db,
    `select c.relname::text as "table", a.attname::text as name,
        case when a.attidentity <> '' then pg_get_serial_sequence(format('public.%I', c.relname), a.attname) end as sequence
      from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname in (${tables.join(', ')})
        and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      order by c.relname, a.attnum`,
  );
  const columns = Columns.parse(rows);
  if (columns.length > 0) return columns;
  throw new Error('The database has no table of the service. Run the migrations first.');
}

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
