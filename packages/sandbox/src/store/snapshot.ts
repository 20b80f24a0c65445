import { sql } from 'drizzle-orm';
import type { Sql } from './connect.js';

/** Copies all rows into a schema of their own, so that {@link restoreSnapshot} brings them back. */
export async function saveSnapshot(db: Sql, name: string): Promise<void> {
  const schema = `snapshot_${name}`;
  await db.transaction(async (tx) => {
    const tables = await names(
      tx,
      sql`select tablename as name from pg_tables where schemaname = 'public'`,
    );
    const sequences = await names(
      tx,
      sql`select sequencename as name from pg_sequences where schemaname = 'public'`,
    );
    const statements = [
      `drop schema if exists ${schema} cascade`,
      `create schema ${schema}`,
      ...tables.map(
        (table) => `create table ${schema}."${table}" as select * from public."${table}"`,
      ),
      `create table ${schema}.sequences as ${sequences.map(nextOf).join(' union all ')}`,
      // One statement restores everything. Without the checks of foreign keys, no order of the tables matters.
      `create function ${schema}.restore() returns void language plpgsql as $$ begin
        perform set_config('session_replication_role', 'replica', true);
        ${tables.map((table) => restoreTable(schema, table)).join('\n')}
        perform setval(format('public.%I', name)::regclass, next, false) from ${schema}.sequences;
        perform set_config('session_replication_role', 'origin', true);
      end $$`,
    ];
    for (const statement of statements) await tx.execute(sql.raw(statement));
  });
}

/** Replaces all rows by those of the snapshot. The number of the next event stays. */
export async function restoreSnapshot(db: Sql, name: string): Promise<void> {
  await db.execute(sql.raw(`select snapshot_${name}.restore()`));
}

function nextOf(sequence: string): string {
  return `select '${sequence}' as name, last_value + is_called::int as next from public."${sequence}"`;
}

function restoreTable(schema: string, table: string): string {
  // A receiver that lives on would take a new event with an old id for a duplicate.
  const kept = table === 'counters' ? ` where kind <> 'evt'` : '';
  return `delete from public."${table}"${kept};
        insert into public."${table}" overriding system value select * from ${schema}."${table}"${kept};`;
}

async function names(tx: Sql, query: ReturnType<typeof sql>): Promise<string[]> {
  const result: unknown = await tx.execute(query);
  if (
    typeof result === 'object' &&
    result !== null &&
    'rows' in result &&
    Array.isArray(result.rows)
  ) {
    return result.rows.map((row) => String(row.name)).sort();
  }
  throw new TypeError('The driver gave no rows.');
}
