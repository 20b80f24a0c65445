import { getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import * as schema from '../schema/index.js';
import type { Sql } from '../sql.js';
import { quoteText } from './quote.js';
import { rowsOf } from './run.js';

/** A column of a table of the service. */
export interface Column {
  readonly table: string;
  /** The oid of the table. It outlives a new name of the table, but not a dump of the database. */
  readonly relation: string;
  /** Outlives a new name of the column, but not a dump of the database. */
  readonly number: number;
  readonly name: string;
  readonly type: string;
  /** The sequence of an identity column, quoted where that is needed. */
  readonly sequence: string | null;
}

const Columns: z.ZodType<readonly Column[]> = z.array(
  z.object({
    table: z.string(),
    relation: z.string(),
    number: z.number(),
    name: z.string(),
    type: z.string(),
    sequence: z.string().nullable(),
  }),
);

// Only the service's own: a database may have other tables in the same schema, and a restore must not touch them.
const tables = Object.values<unknown>(schema)
  .filter((each) => is(each, PgTable))
  .map((table) => quoteText(getTableName(table)));

/** A query for the columns that the service's tables have now. Computed ones are left out, because no row can set them. */
export const columnsQuery = `
  select c.relname::text as "table", c.oid::text as relation, a.attnum::integer as number, a.attname::text as name,
    format_type(a.atttypid, a.atttypmod) as type,
    case when a.attidentity <> '' then pg_get_serial_sequence(format('public.%I', c.relname), a.attname) end as sequence
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname in (${tables.join(', ')})
    and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  order by c.relname, a.attnum`;

/** @throws Error when the tables are not there yet. */
export async function currentColumns(db: Sql): Promise<readonly Column[]> {
  const columns = Columns.parse(await rowsOf(db, columnsQuery));
  if (columns.length > 0) return columns;
  throw new Error('The database has no table of the service. Run the migrations first.');
}

/** The columns of a snapshot. Its tables may have had other names and columns than now. */
export async function savedColumns(db: Sql, schema: string): Promise<readonly Column[]> {
  return Columns.parse(await rowsOf(db, `select * from ${schema}.columns`));
}
