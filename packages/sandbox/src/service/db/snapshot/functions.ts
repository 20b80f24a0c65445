import { type Column, LOCK_SNAPSHOTS, quoteBody, quoteName, quoteText } from './columns.js';

const keptRows: Readonly<Record<string, string>> = {
  // A receiver that lives on would take a new event with an old id for a duplicate.
  counters: `kind = 'evt'`,
  // They are of the processes that run, not of the state.
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
    // One statement sees one state, also while others commit.
    ...atOnce(
      copies.map(
        ({ table, list }) =>
          `insert into ${schema}.${table} (${list}) select ${list} from public.${table}`,
      ),
    ),
    // After the rows: the next numbers are above those of all rows then, whatever others have inserted meanwhile.
    `delete from ${schema}.sequences`,
    `insert into ${schema}.sequences ${sequences.join(' union all ')}`,
  ]);
}

/**
 * Returns the SQL of a function that replaces all rows by those of the snapshot. With `keep_revocations`, keys that are revoked stay so,
 * and no later key is derived as one of them was.
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
    // Others can read, but not write: a row that they insert meanwhile would have a number that comes again.
    `lock table ${tables} in exclusive mode`,
    `revoked := (select jsonb_object_agg(id, revoked_at) from public.api_keys
      where keep_revocations and revoked_at is not null)`,
    `last_key := (select last from public.counters where keep_revocations and kind = 'key')`,
    // The trigger record_delivery_change looks at it.
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
    // Last, because no rollback takes it back.
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

/** One statement that does what all of them do. */
function atOnce(statements: readonly string[]): string[] {
  const last = statements.at(-1);
  if (last === undefined) return [];
  const others = statements.slice(0, -1).map((each, index) => `s${index} as (${each})`);
  return [others.length > 0 ? `with ${others.join(',\n')}\n${last}` : last];
}

interface Copy {
  /** Quoted. */
  readonly table: string;
  /** The names of its columns, quoted. */
  readonly list: string;
  /** The condition for the rows that a restore replaces. Empty: all. */
  readonly replaced: string;
}

function planCopies(columns: readonly Column[]): readonly Copy[] {
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
