import { getTableColumns, getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import * as schema from '../../src/service/db/schema/index.js';
import { quoteText, readRows } from '../../src/service/db/snapshot/functions.js';
import type { Sql } from '../../src/service/db/sql.js';

/** The owner of rows. */
export interface RowOwner {
  readonly tenantId: string;
  /** `undefined` if the owner is the whole tenant. */
  readonly integrationId: string | undefined;
}

const Marks = z.array(z.object({ name: z.string(), marks: z.string().nullable() }));
const tables = Object.values<unknown>(schema).filter((each) => is(each, PgTable));
/** The tables that log every request, whatever its answer. */
const logs = ['api_key_usage', 'api_requests'];

/**
 * The position of each row, and the transaction that wrote it: if the marks are equal, nothing has changed. For rows of others,
 * also the transaction that last locked it. The database stores that in the row, and a rollback leaves it there.
 */
export async function rowMarks(db: Sql, owner: RowOwner): Promise<ReadonlyMap<string, unknown>> {
  const selects = tables.flatMap((table) => {
    const name = getTableName(table);
    if (logs.includes(name)) return [];
    const others = ofOthers(name, Object.keys(getTableColumns(table)), owner);
    const locker = `case when ${others} then xmax end`;
    // Each use of a key writes the time into its row.
    const where = name === 'api_keys' ? `where ${others}` : '';
    return `select ${quoteText(name)} as name,
      string_agg(concat_ws(' ', ctid, xmin, ${locker}), ',' order by ctid) as marks from ${name} ${where}`;
  });
  const rows = Marks.parse(await readRows(db, selects.join(' union all ')));
  return new Map(rows.map(({ name, marks }) => [name, marks]));
}

function ofOthers(table: string, columns: readonly string[], owner: RowOwner): string {
  const { tenantId, integrationId } = owner;
  const [of, id] =
    integrationId === undefined
      ? (['tenant', tenantId] as const)
      : (['integration', integrationId] as const);
  if (table === `${of}s`) return `id <> ${quoteText(id)}`;
  return columns.includes(`${of}Id`) ? `${of}_id <> ${quoteText(id)}` : 'false';
}
