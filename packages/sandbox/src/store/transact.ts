import { sql } from 'drizzle-orm';
import type { Sql } from './sql.js';

/**
 * Runs a transaction that begins with a statement without parameters.
 *
 * @param body Gets the first row of that statement, with every value as the driver reads it.
 */
export type Transact = <Result>(
  first: string,
  body: (tx: Sql, row: unknown) => Promise<Result>,
) => Promise<Result>;

/** Where the round trip of the first statement costs nothing. */
export function transactOn(db: Sql): Transact {
  return (first, body) =>
    db.transaction(async (tx) => body(tx, firstRow(await tx.execute(sql.raw(first)))));
}

/** The first row of a result of any driver. */
export function firstRow(result: unknown): unknown {
  const rows =
    typeof result === 'object' && result !== null && 'rows' in result ? result.rows : undefined;
  if (Array.isArray(rows)) return rows[0];
  throw new TypeError('The driver gave no rows.');
}
