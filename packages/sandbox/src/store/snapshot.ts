import { sql } from 'drizzle-orm';
import type { Sql } from './sql.js';

/** The name of the first state of a service, to which a reset goes back. */
export const SEEDED = 'seeded';

/** What is kept about a snapshot beside its rows. */
interface SnapshotNote {
  /** Virtual time, ISO 8601. */
  readonly savedAt: string;
  /** How many request ids were used. */
  readonly requests: number;
}

export interface StoredSnapshot {
  readonly name: string;
  readonly note: SnapshotNote;
}

/**
 * Makes a schema for a copy of all rows. The template of the database has one already, because making its tables takes
 * longer than all else that a start does after the database is open.
 *
 * @param name Lower-case letters, digits, `-` and `_`, at most 50.
 */
export async function prepareSnapshot(db: Sql, name: string): Promise<void> {
  const schema = schemaOf(name);
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
      `create schema ${schema}`,
      ...tables.map((table) => `create table ${schema}."${table}" (like public."${table}")`),
      `create table ${schema}.sequences (name text not null, next bigint not null)`,
      // One statement saves or restores everything.
      `create function ${schema}.save() returns void language plpgsql as $$ begin
        ${tables.map((table) => copyTable('public', table, schema)).join('\n')}
        delete from ${schema}.sequences;
        insert into ${schema}.sequences ${sequences.map(nextOf).join(' union all ')};
      end $$`,
      // Without the checks of foreign keys, no order of the tables matters.
      `create function ${schema}.restore() returns void language plpgsql as $$ begin
        perform set_config('session_replication_role', 'replica', true);
        ${tables.map((table) => copyTable(schema, table, 'public')).join('\n')}
        perform setval(format('public.%I', name)::regclass, next, false) from ${schema}.sequences;
        perform set_config('session_replication_role', 'origin', true);
      end $$`,
    ];
    for (const statement of statements) await tx.execute(sql.raw(statement));
  });
}

/** Copies all rows into the prepared schema of the snapshot, so that {@link restoreSnapshot} brings them back. */
export async function saveSnapshot(db: Sql, name: string, note: SnapshotNote): Promise<void> {
  await db.execute(sql.raw(`select ${schemaOf(name)}.save()`));
  await db.execute(sql.raw(`comment on schema ${schemaOf(name)} is '${JSON.stringify(note)}'`));
}

/** Makes a snapshot, in place of one with the same name. */
export async function makeSnapshot(db: Sql, name: string, note: SnapshotNote): Promise<void> {
  await db.execute(sql.raw(`drop schema if exists ${schemaOf(name)} cascade`));
  await prepareSnapshot(db, name);
  await saveSnapshot(db, name, note);
}

/** Replaces all rows by those of the snapshot. The numbers of the next event and the next change of a delivery stay. */
export async function restoreSnapshot(db: Sql, name: string): Promise<void> {
  await db.execute(sql.raw(`select ${schemaOf(name)}.restore()`));
}

export async function dropSnapshot(db: Sql, name: string): Promise<void> {
  await db.execute(sql.raw(`drop schema ${schemaOf(name)} cascade`));
}

/** The snapshots by name. */
export async function listSnapshots(db: Sql): Promise<readonly StoredSnapshot[]> {
  const found = await names(
    db,
    sql`select substr(nspname, 10) || ' ' || obj_description(oid, 'pg_namespace') as name
      from pg_namespace
      where nspname like 'snapshot\\_%' and obj_description(oid, 'pg_namespace') is not null`,
  );
  return found.map((text) => {
    const space = text.indexOf(' ');
    return { name: text.slice(0, space), note: JSON.parse(text.slice(space + 1)) };
  });
}

// Quoted, because a name may have a hyphen.
function schemaOf(name: string): string {
  if (/^[a-z0-9_-]{1,50}$/.test(name)) return `"snapshot_${name}"`;
  throw new TypeError(`${JSON.stringify(name)} cannot be the name of a snapshot.`);
}

function nextOf(sequence: string): string {
  return `select '${sequence}' as name, last_value + is_called::int as next from public."${sequence}"`;
}

function copyTable(from: string, table: string, to: string): string {
  // A receiver that lives on would take a new event with an old id for a duplicate, and a stream a new change for a known one.
  const kept = table === 'counters' ? ` where kind not in ('evt', 'delivery_change')` : '';
  return `delete from ${to}."${table}"${kept};
        insert into ${to}."${table}" overriding system value select * from ${from}."${table}"${kept};`;
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
