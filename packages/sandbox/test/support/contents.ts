import { getTableName, is, sql } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import * as schema from '../../src/service/db/schema/index.js';
import { readRows } from '../../src/service/db/snapshot/functions.js';
import type { Sql } from '../../src/service/db/sql.js';

const Sequences = z.array(z.object({ name: z.string() }));

/** All rows of all tables as text, and the next number of each identity column that a restore sets. */
export async function contents(db: Sql): Promise<Readonly<Record<string, unknown>>> {
  const all: Record<string, unknown> = {};
  for (const table of Object.values<unknown>(schema).filter((each) => is(each, PgTable))) {
    const name = getTableName(table);
    // Restoring a snapshot keeps the next event numbers.
    const rows = await db
      .select({ row: sql<string>`row_to_json(${sql.identifier(name)})::text` })
      .from(table)
      .where(name === 'counters' ? sql`kind <> 'evt'` : undefined)
      .orderBy(sql`1`);
    all[name] = rows.map(({ row }) => row);
  }
  const sequences = await readRows(
    db,
    `select sequencename::text as name from pg_sequences where schemaname = 'public'
      and sequencename <> 'webhook_delivery_changes_seq_seq'`,
  );
  for (const { name } of Sequences.parse(sequences)) {
    all[name] = await readRows(db, `select last_value + is_called::int as next from "${name}"`);
  }
  return all;
}
