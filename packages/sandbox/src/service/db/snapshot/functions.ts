import { getTableName, is, sql } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import * as schema from '../schema/index.js';
import { allRows, type Sql } from '../sql.js';

/** Lets one connection at a time save, restore or drop snapshots. The first number is random, to avoid other users of locks. */
export const LOCK_SNAPSHOTS = 'perform pg_advisory_xact_lock(1487261830, 1)';

/** A name in SQL. */
export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

export const quoteText = (text: string): string => `'${text.replaceAll("'", "''")}'`;

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
 * @throws Error when the tables do not exist yet.
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

/** A body of PL/pgSQL as a text in SQL. */
const quoteBody = (statements: readonly string[], variables: readonly string[] = []): string => {
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

const keptRows: Readonly<Record<string, string>> = {
  // A receiver that keeps running would take a new event with an old id for a duplicate.
  counters: `kind = 'evt'`,
  // These belong to the processes that run, not to the state.
  engine_lease: 'true',
  settings: 'true',
};
// A stream would take a new change for a known one.
const keptSequences: readonly string[] = ['webhook_delivery_changes'];

/**
 * Returns the SQL of a function that copies all rows into the tables of the snapshot.
 *
 * @param schema Quoted.
 */
export function saveFunction(schema: string, columns: readonly Column[]): string {
  const copies = planCopies(columns);
  const sequences = listSequences(columns).map(
    (name) => `select ${quoteText(name)} as name, last_value + is_called::int as next from ${name}`,
  );
  return defineFunction(`${schema}.save()`, [
    LOCK_SNAPSHOTS,
    ...atOnce(copies.map(({ table }) => `delete from ${schema}.${table}`)),
    // One statement sees one state, even while others commit.
    ...atOnce(
      copies.map(
        ({ table, list }) =>
          `insert into ${schema}.${table} (${list}) select ${list} from public.${table}`,
      ),
    ),
    // After the rows, so that the next numbers are above those of all copied rows, whatever others have inserted in the meantime.
    `delete from ${schema}.sequences`,
    `insert into ${schema}.sequences ${sequences.join(' union all ')}`,
  ]);
}

/**
 * Returns the SQL of a function that replaces all rows with those of the snapshot. With `keep_revocations`, revoked keys stay revoked,
 * and no later key is derived like one of them.
 *
 * @param schema Quoted.
 */
export function restoreFunction(schema: string, columns: readonly Column[]): string {
  const copies = planCopies(columns);
  const tables = copies.map(({ table }) => `public.${table}`).join(', ');
  const restarted = columns.filter(({ table }) => !keptSequences.includes(table));
  const kept = ['revoked jsonb', 'last_key bigint'];
  const statements = [
    LOCK_SNAPSHOTS,
    // Every transaction asks for it first, so none is under way then.
    'lock table public.clock in access exclusive mode',
    // Others can read, but not write: a row that they insert now would have a number that is used again.
    `lock table ${tables} in exclusive mode`,
    `revoked := (select jsonb_object_agg(id, revoked_at) from public.api_keys
      where keep_revocations and revoked_at is not null)`,
    `last_key := (select last from public.counters where keep_revocations and kind = 'key')`,
    // The trigger record_delivery_change reads this setting.
    `perform set_config('screening.restoring', 'on', true)`,
    // Foreign keys are checked at the end of a statement, so in one statement no order of the tables matters.
    ...atOnce(copies.map(({ table, replaced }) => `delete from public.${table}${replaced}`)),
    ...atOnce(
      copies.map(
        ({ table, list, replaced }) =>
          `insert into public.${table} (${list}) overriding system value select ${list} from ${schema}.${table}${replaced}`,
      ),
    ),
    `update public.api_keys set revoked_at = (revoked ->> id)::timestamptz
      where revoked_at is null and revoked ? id`,
    `update public.counters set last = greatest(last, last_key) where kind = 'key'`,
    `perform set_config('screening.restoring', 'off', true)`,
    // Last, because a rollback does not undo it.
    `perform setval(name::regclass, next, false) from ${schema}.sequences
      where name in (${listSequences(restarted).map(quoteText).join(', ')})`,
  ];
  return defineFunction(`${schema}.restore(keep_revocations boolean)`, statements, kept);
}

/** @param head The name and the parameters. */
function defineFunction(
  head: string,
  statements: readonly string[],
  variables: readonly string[] = [],
): string {
  const body = quoteBody(statements, variables);
  return `create function ${head} returns void language plpgsql as ${body}`;
}

/** Combines statements into one. */
function atOnce(statements: readonly string[]): string[] {
  const last = statements.at(-1);
  if (last === undefined) return [];
  const others = statements.slice(0, -1).map((each, index) => `s${index} as (${each})`);
  return [others.length > 0 ? `with ${others.join(',\n')}\n${last}` : last];
}

/** The tables, the lists of their columns, and the conditions for the rows that a restore replaces. Names are quoted. */
function planCopies(columns: readonly Column[]) {
  return [...new Set(columns.map(({ table }) => table))].map((table) => {
    const names = columns.filter((each) => each.table === table).map(({ name }) => quoteName(name));
    const kept = keptRows[table];
    return {
      table: quoteName(table),
      list: names.join(', '),
      replaced: kept === undefined ? '' : ` where not (${kept})`,
    };
  });
}

function listSequences(columns: readonly Column[]): string[] {
  return columns.flatMap(({ sequence }) => sequence ?? []);
}
