import { sql } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type * as schema from './schema/index.js';

/** A database. Only its owner begins transactions, by `Transact`: on a pool, Drizzle leaks the connection when BEGIN fails. */
export type Database = PgDatabase<PgQueryResultHKT, typeof schema>;

/** A database, or a transaction of it. In a transaction, use only the transaction: PGlite has one connection. */
export type Sql = Omit<Database, 'transaction'>;

/**
 * Runs a transaction that begins with one statement without parameters. Retries it when the database has ended it in favor of
 * another.
 *
 * @param body Gets the first row of that statement, with every value as the driver reads it.
 * @param known Returns that row in place of the statement, if it is known. Called while no other transaction runs, or never.
 * @param lockWaitMs How long a statement waits for a lock of another connection. Default: that of the connection.
 */
export type Transact = <Result>(
  first: string,
  body: (tx: Sql, row: unknown) => Promise<Result>,
  known?: () => unknown,
  lockWaitMs?: number,
) => Promise<Result>;

/** On PGlite: its round trips cost nothing, and it has no pool. */
export function transactOn(db: Database): Transact {
  return (first, body, known) =>
    db.transaction(async (tx) => {
      const row = known?.() ?? firstRow(await tx.execute(sql.raw(first)));
      return body(tx, row);
    });
}

/** The rows of a result, which each driver hands out in its own object. */
export function allRows(result: unknown): readonly unknown[] {
  const rows =
    typeof result === 'object' && result !== null && 'rows' in result ? result.rows : undefined;
  if (Array.isArray(rows)) return rows;
  throw new TypeError('The driver gave no rows.');
}

export function firstRow(result: unknown): unknown {
  return allRows(result)[0];
}

/** Whether the database takes no changes, as a standby until it is promoted. */
export async function isReadOnly(db: Sql): Promise<boolean> {
  const row = firstRow(
    await db.execute(sql`select current_setting('transaction_read_only') as read_only`),
  );
  return typeof row === 'object' && row !== null && 'read_only' in row && row.read_only === 'on';
}

/**
 * Prepares a statement that runs repeatedly. Each connection to PostgreSQL builds and parses it once; on PGlite, each transaction
 * builds it anew. Only its placeholders differ from run to run, so its text must not grow with the number of rows.
 *
 * @param build Ends with `.prepare(name)`. No other statement has that name.
 */
export function prepareOnce<Statement extends object>(
  build: (sql: Sql) => Statement,
): (sql: Sql) => Statement {
  const prepared = new WeakMap<Sql, Statement>();
  return (sql) => {
    const known = prepared.get(sql);
    if (known) return known;
    const made = build(sql);
    prepared.set(sql, made);
    return made;
  };
}
