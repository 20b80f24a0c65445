import type { Column } from './columns.js';
import { LOCK_SNAPSHOTS } from './lock-snapshots.js';
import { matchColumns } from './match-columns.js';
import { quoteName, quoteText } from './quote.js';

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
 * A function that copies all rows into the tables of the snapshot.
 *
 * @param schema Quoted.
 */
export function saveFunction(schema: string, columns: readonly Column[]): string {
  const copies = matchColumns(columns, columns);
  const sequences = sequencesOf(columns).map(
    (name) => `select ${quoteText(name)} as name, last_value + is_called::int as next from ${name}`,
  );
  return defineFunction(`${schema}.save`, [
    LOCK_SNAPSHOTS,
    ...atOnce(copies.map(({ table }) => `delete from ${schema}.${quoteName(table)}`)),
    // One statement sees one state, also while others commit.
    ...atOnce(
      copies.map(({ table, columns: pairs }) => {
        const list = pairs.map(([name]) => quoteName(name)).join(', ');
        return `insert into ${schema}.${quoteName(table)} (${list}) select ${list} from public.${quoteName(table)}`;
      }),
    ),
    // After the rows: the next numbers are above those of all rows then, whatever others have inserted meanwhile.
    `delete from ${schema}.sequences`,
    `insert into ${schema}.sequences ${sequences.join(' union all ')}`,
  ]);
}

/**
 * A function that replaces all rows by those of the snapshot.
 *
 * @param schema Quoted.
 * @param now The columns of the tables now.
 * @param saved Those of the snapshot, which may be older.
 */
export function restoreFunction(
  schema: string,
  now: readonly Column[],
  saved: readonly Column[],
): string {
  const copies = matchColumns(now, saved);
  const tables = copies.map(({ table }) => `public.${quoteName(table)}`).join(', ');
  const restarted = now.filter(({ table }) => !keptSequences.includes(table));
  return defineFunction(`${schema}.restore`, [
    LOCK_SNAPSHOTS,
    // Every command reads the clock first, so none is under way then.
    'lock table public.clock in access exclusive mode',
    // Others can read, but not write: a row that they insert meanwhile would have a number that comes again.
    `lock table ${tables} in exclusive mode`,
    // The trigger record_delivery_change looks at it.
    `perform set_config('screening.restoring', 'on', true)`,
    // Foreign keys are checked at the end of a statement, so in one statement no order of the tables matters.
    ...atOnce(copies.map(({ table }) => `delete from public.${quoteName(table)}${except(table)}`)),
    ...atOnce(
      copies.flatMap(({ table, saved: source, columns }) => {
        if (source === undefined) return [];
        const into = columns.map(([name]) => quoteName(name)).join(', ');
        const from = columns.map(([, name]) => quoteName(name)).join(', ');
        return `insert into public.${quoteName(table)} (${into}) overriding system value
          select ${from} from ${schema}.${quoteName(source)}${except(table)}`;
      }),
    ),
    `perform set_config('screening.restoring', 'off', true)`,
    // Last, because no rollback takes it back.
    `perform setval(name::regclass, next, false) from ${schema}.sequences
      where name in (${sequencesOf(restarted).map(quoteText).join(', ')})`,
  ]);
}

function defineFunction(name: string, statements: readonly string[]): string {
  const body = `begin\n${statements.join(';\n')};\nend`;
  return `create or replace function ${name}() returns void language plpgsql as ${quoteText(body)}`;
}

/** One statement that does what all of them do. */
function atOnce(statements: readonly string[]): string[] {
  const last = statements.at(-1);
  if (last === undefined) return [];
  const others = statements.slice(0, -1).map((each, index) => `s${index} as (${each})`);
  return [others.length > 0 ? `with ${others.join(',\n')}\n${last}` : last];
}

function except(table: string): string {
  const kept = keptRows[table];
  return kept === undefined ? '' : ` where not (${kept})`;
}

function sequencesOf(columns: readonly Column[]): string[] {
  return columns.flatMap(({ sequence }) => sequence ?? []);
}
