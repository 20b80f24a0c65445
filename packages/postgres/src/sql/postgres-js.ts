import { hasFunction, rowsOf } from './rows.js';
import type { SqlClient, SqlQuery, SqlValue } from './sql-client.js';

/** What we need of the `sql` function of `postgres`. */
export interface PostgresJs<Tx = unknown> {
  (...template: never): unknown;
  unsafe(text: string, values?: never, options?: { prepare?: boolean }): PromiseLike<unknown>;
  // Both, as in its types, so that TypeScript finds Tx.
  begin(body: (tx: Tx) => Promise<void>): Promise<unknown>;
  begin(options: string, body: (tx: Tx) => Promise<void>): Promise<unknown>;
}

interface Unsafe {
  unsafe(
    text: string,
    values: readonly SqlValue[],
    options: { prepare: boolean },
  ): PromiseLike<unknown>;
}

export function isPostgresJs(client: unknown): client is PostgresJs {
  return (
    typeof client === 'function' && hasFunction(client, 'unsafe') && hasFunction(client, 'begin')
  );
}

export function postgresJsClient<Tx>(sql: PostgresJs<Tx>, prepare: boolean): SqlClient<Tx> {
  return {
    query: queryOf(sql, prepare),
    async script(text) {
      return rowsOf(await sql.unsafe(text));
    },
    async transaction(body) {
      await sql.begin(async (tx) => {
        const query = queryOf(tx, prepare);
        await body(tx, query);
        // It would take the server's answer to the COMMIT of a failed transaction, ROLLBACK, for success.
        await query('SELECT 1', []);
      });
    },
  };
}

function queryOf(sql: unknown, prepare: boolean): SqlQuery {
  if (!isUnsafe(sql)) throw new TypeError('client: expected the sql function of postgres.');
  return async (text, values) => rowsOf(await sql.unsafe(text, [...values], { prepare }));
}

function isUnsafe(sql: unknown): sql is Unsafe {
  return typeof sql === 'function' && hasFunction(sql, 'unsafe');
}
