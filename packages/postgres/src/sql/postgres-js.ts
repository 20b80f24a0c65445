import { hasFunction } from './is-record.js';
import { resultRows } from './result-rows.js';
import type { SqlClient, SqlQuery, SqlValue } from './sql-client.js';

/** The parts of the `sql` function of `postgres` that are used here. */
export interface PostgresJs<Tx = unknown> {
  (...template: never): unknown;
  unsafe(text: string, values?: never, options?: { prepare?: boolean }): PromiseLike<unknown>;
  // Both overloads, as in its types, let TypeScript infer Tx.
  begin(body: (tx: Tx) => Promise<void>): Promise<unknown>;
  begin(options: string, body: (tx: Tx) => Promise<void>): Promise<unknown>;
}

interface UnsafeQuery {
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
    query: queryOn(sql, prepare),
    async script(text) {
      return resultRows(await sql.unsafe(text));
    },
    async transaction(body) {
      await sql.begin(async (tx) => {
        const query = queryOn(tx, prepare);
        await body(tx, query);
        // The driver treats ROLLBACK, the server's answer to the COMMIT of a failed transaction, as success. This fails instead.
        await query('SELECT 1', []);
      });
    },
  };
}

function queryOn(sql: unknown, prepare: boolean): SqlQuery {
  if (!hasUnsafe(sql)) throw new TypeError('client: expected the sql function of postgres.');
  return async (text, values) => resultRows(await sql.unsafe(text, [...values], { prepare }));
}

function hasUnsafe(sql: unknown): sql is UnsafeQuery {
  return typeof sql === 'function' && hasFunction(sql, 'unsafe');
}
