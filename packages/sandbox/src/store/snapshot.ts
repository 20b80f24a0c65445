import { sql } from 'drizzle-orm';
import type { Sql } from './connect.js';

/** Copies all rows into a schema of their own, so that {@link restoreSnapshot} brings them back. */
export async function saveSnapshot(db: Sql, name: string): Promise<void> {
  const schema = sql.identifier(`snapshot_${name}`);
  await db.transaction(async (tx) => {
    await tx.execute(sql`drop schema if exists ${schema} cascade`);
    await tx.execute(sql`create schema ${schema}`);
    await tx.execute(sql`create table ${schema}.sequences (name text, next bigint)`);
    for (const table of await tableNames(tx)) {
      const copy = sql`${schema}.${sql.identifier(table)}`;
      const original = sql`public.${sql.identifier(table)}`;
      await tx.execute(sql`create table ${copy} as select * from ${original}`);
    }
    for (const sequence of await sequenceNames(tx)) {
      await tx.execute(sql`
        insert into ${schema}.sequences
        select ${sequence}, case when is_called then last_value + 1 else last_value end
        from public.${sql.identifier(sequence)}`);
    }
  });
}

/** Replaces all rows by those of the snapshot. */
export async function restoreSnapshot(db: Sql, name: string): Promise<void> {
  const schema = sql.identifier(`snapshot_${name}`);
  await db.transaction(async (tx) => {
    // Without the checks of foreign keys, no order of the tables matters, and it is faster.
    await tx.execute(sql`set local session_replication_role = replica`);
    for (const table of await tableNames(tx)) {
      const copy = sql`${schema}.${sql.identifier(table)}`;
      const original = sql`public.${sql.identifier(table)}`;
      await tx.execute(sql`delete from ${original}`);
      await tx.execute(sql`insert into ${original} overriding system value select * from ${copy}`);
    }
    await tx.execute(
      sql`select setval(format('public.%I', name)::regclass, next, false) from ${schema}.sequences`,
    );
  });
}

async function tableNames(tx: Sql): Promise<string[]> {
  return names(tx, sql`select tablename as name from pg_tables where schemaname = 'public'`);
}

async function sequenceNames(tx: Sql): Promise<string[]> {
  return names(tx, sql`select sequencename as name from pg_sequences where schemaname = 'public'`);
}

async function names(tx: Sql, query: ReturnType<typeof sql>): Promise<string[]> {
  const { rows } = await executed(tx, query);
  return rows.map((row) => String(row['name'])).sort();
}

async function executed(
  tx: Sql,
  query: ReturnType<typeof sql>,
): Promise<{ rows: readonly Record<string, unknown>[] }> {
  const result: unknown = await tx.execute(query);
  if (
    typeof result === 'object' &&
    result !== null &&
    'rows' in result &&
    Array.isArray(result.rows)
  ) {
    return { rows: result.rows };
  }
  throw new TypeError('The driver gave no rows.');
}
