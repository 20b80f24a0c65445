import { allOrEach, type Changed, eachAlone } from '@screening-webhooks/core/store-kit';
import { isRowFailure } from './server-error.js';
import { ONE_LOCK_WAIT, type SqlClient, type SqlQuery, type SqlResult } from './sql-client.js';

/**
 * Rows per statement: it holds its locks briefly, and MariaDB makes a join of a list of 1,000 values
 * (in_predicate_conversion_threshold), which reads and locks the whole table.
 */
export const MOST_ROWS = 500;
/** Milliseconds of a statement that a person or a clean-up waits for: nothing is held up until it ends. */
export const LONG_STATEMENT = 60_000;

type Client = Pick<SqlClient<unknown>, 'query' | 'transaction'>;

/** Rows that others may have locked. */
interface RowSelection<Key> {
  /** Selects the rows of these keys that are still to be changed. */
  readonly select: (keys: readonly Key[]) => string;
  readonly keysOf: (result: SqlResult) => readonly Key[];
}

interface RowChange<Key> extends RowSelection<Key> {
  /**
   * Changes rows that `select` has locked, and resolves with those that it has changed.
   *
   * @param lock The clause that locks other rows as `select` was locked.
   */
  readonly change: (query: SqlQuery, rows: SqlResult, lock: string) => Promise<SqlResult>;
}

/**
 * Changes rows in batches, without those that are locked: each of them is tried alone after the others. Rows that the server
 * refuses, because of a trigger, say, cost only themselves too.
 *
 * @throws The error of a statement that has failed for another reason than its rows.
 */
export async function changeRows<Key>(
  { query, transaction }: Client,
  keys: readonly Key[],
  { select, keysOf, change }: RowChange<Key>,
): Promise<Changed> {
  const locked = new Set<Key>();

  async function changeSome(some: readonly Key[], lock: string): Promise<number> {
    // Another process may have changed them all.
    const there = keysOf(await query(select(some), LONG_STATEMENT));
    if (there.length === 0) return 0;
    const changed = await transaction(async (inTransaction) => {
      const long: SqlQuery = (sql) => inTransaction(sql, LONG_STATEMENT);
      const rows = await long(`${select(there)} ${lock}`);
      return keysOf(rows.rows.length === 0 ? rows : await change(long, rows, lock));
    }, ONE_LOCK_WAIT);
    const done = new Set(changed);
    for (const key of there) if (!done.has(key)) locked.add(key);
    return changed.length;
  }

  const all: Changed[] = [];
  for (const some of batchesOf(keys)) {
    const changeUnlocked = (rows: readonly Key[]) => changeSome(rows, 'FOR UPDATE SKIP LOCKED');
    all.push(await allOrEach(some, changeUnlocked, isRowFailure));
  }
  all.push(await eachAlone([...locked], (key) => changeSome([key], 'FOR UPDATE'), isRowFailure));
  return {
    count: all.reduce((sum, { count }) => sum + count, 0),
    failures: all.flatMap(({ failures }) => failures),
  };
}

/** The same, for a change that is one statement. */
export function changeRowsBy<Key>(
  client: Client,
  keys: readonly Key[],
  selection: RowSelection<Key>,
  statement: (keys: readonly Key[]) => string,
): Promise<Changed> {
  return changeRows(client, keys, {
    ...selection,
    async change(query, rows) {
      await query(statement(selection.keysOf(rows)));
      return rows;
    },
  });
}

export function batchesOf<One>(all: readonly One[]): readonly (readonly One[])[] {
  const batches = [];
  for (let start = 0; start < all.length; start += MOST_ROWS) {
    batches.push(all.slice(start, start + MOST_ROWS));
  }
  return batches;
}
