import { sql } from 'drizzle-orm';
import { z } from 'zod';
import {
  type Column,
  LOCK_SNAPSHOTS,
  quoteName,
  quoteText,
  readColumns,
  readRows,
  restoreFunction,
  run,
  saveFunction,
} from './snapshot/functions.js';
import type { Sql } from './sql.js';

/** The name of the first state of a service, which a reset restores. */
export const SEEDED = 'seeded';

const Note = z.object({
  /** Virtual time, ISO 8601. */
  savedAt: z.string(),
  /** How many request ids were used. */
  requests: z.number(),
});

/** The facts that are kept about a snapshot beside its rows. */
type SnapshotNote = Readonly<z.infer<typeof Note>>;

export interface StoredSnapshot {
  readonly name: string;
  readonly note: SnapshotNote;
}

/**
 * Makes a schema for a copy of all rows. The template of the database has one already, because making its tables takes
 * longer than everything else that a start does after the database is open.
 *
 * @param name Lower-case letters, digits, `-` and `_`, at most 50.
 */
export async function prepareSnapshot(db: Sql, name: string): Promise<void> {
  await run(db, prepare(nameSchema(name), await readColumns(db)));
}

/** Copies all rows into the prepared schema of the snapshot, so that {@link restoreSnapshot} brings them back. */
export async function saveSnapshot(db: Sql, name: string, note: SnapshotNote): Promise<void> {
  await run(db, save(nameSchema(name), note));
}

/** Makes a snapshot, in place of one with the same name. If it fails, the former one stays. */
export async function makeSnapshot(db: Sql, name: string, note: SnapshotNote): Promise<void> {
  const schema = nameSchema(name);
  await run(db, [
    LOCK_SNAPSHOTS,
    `drop schema if exists ${schema} cascade`,
    ...prepare(schema, await readColumns(db)),
    ...save(schema, note),
  ]);
}

/**
 * Replaces all rows with those of the snapshot. The numbers of the next event and the next change of a delivery stay.
 *
 * Others cannot write in the meantime, and those that are writing are awaited: first every transaction of the service, by the lock on
 * the clock that it takes first, then single statements.
 *
 * @param keepRevocations Whether revoked API keys stay revoked. Default: as in the snapshot.
 * @param tx Its isolation is READ COMMITTED, and nothing that can fail follows: sequences do not roll back.
 */
export async function restoreSnapshot(
  tx: Sql,
  name: string,
  keepRevocations = false,
): Promise<void> {
  await tx.execute(sql.raw(`select ${nameSchema(name)}.restore(${keepRevocations})`));
}

export async function dropSnapshot(db: Sql, name: string): Promise<void> {
  await run(db, [LOCK_SNAPSHOTS, `drop schema if exists ${nameSchema(name)} cascade`]);
}

const Found = z.array(z.object({ name: z.string(), note: z.string() }));

export async function listSnapshots(db: Sql): Promise<readonly StoredSnapshot[]> {
  const found = await readRows(
    db,
    `select substr(nspname, 10) as name, obj_description(oid, 'pg_namespace') as note
      from pg_namespace
      where nspname like 'snapshot\\_%' and obj_description(oid, 'pg_namespace') is not null
      order by nspname`,
  );
  return Found.parse(found).map(({ name, note }) => ({ name, note: Note.parse(JSON.parse(note)) }));
}

/** The statements that create a schema for a snapshot of these columns. */
function prepare(schema: string, columns: readonly Column[]): readonly string[] {
  const tables = [...new Set(columns.map(({ table }) => quoteName(table)))];
  return [
    `create schema ${schema}`,
    ...tables.map(
      (table) => `create table ${schema}.${table} (like public.${table} including storage)`,
    ),
    `create table ${schema}.sequences (name text not null, next bigint not null)`,
    saveFunction(schema, columns),
    restoreFunction(schema, columns),
  ];
}

/** The statements that copy all rows to a prepared schema. */
function save(schema: string, note: SnapshotNote): readonly string[] {
  const text = quoteText(JSON.stringify(note));
  return [`perform ${schema}.save()`, `comment on schema ${schema} is ${text}`];
}

/** The name of a snapshot's schema, quoted. */
function nameSchema(name: string): string {
  if (/^[a-z0-9_-]{1,50}$/.test(name)) return quoteName(`snapshot_${name}`);
  throw new TypeError(`${JSON.stringify(name)} cannot be the name of a snapshot.`);
}
