import { hasFunction, isRecord, rowsOf } from './rows.js';
import type { SqlClient, SqlQuery } from './sql-client.js';

/** What we need of a PGlite. */
export interface Pglite<Tx = unknown> {
  query(text: string, values?: unknown[]): Promise<unknown>;
  exec(text: string): Promise<unknown>;
  transaction(body: (tx: Tx) => Promise<void>): Promise<unknown>;
}

interface Queryable {
  query(text: string, values: unknown[]): Promise<unknown>;
}

export function isPglite(client: unknown): client is Pglite {
  return (
    isRecord(client) &&
    hasFunction(client, 'query') &&
    hasFunction(client, 'exec') &&
    hasFunction(client, 'transaction')
  );
}

export function pgliteClient<Tx>(pglite: Pglite<Tx>): SqlClient<Tx> {
  return {
    query: queryOf(pglite),
    async script(text) {
      return rowsOf(await pglite.exec(text));
    },
    async transaction(body) {
      await pglite.transaction(async (tx) => {
        const query = queryOf(tx);
        await body(tx, query);
        // It would take the COMMIT of a failed transaction, which rolls back, for success.
        await query('SELECT 1', []);
      });
    },
  };
}

function queryOf(connection: unknown): SqlQuery {
  if (!isQueryable(connection)) throw new TypeError('client: expected a PGlite.');
  return async (text, values) => rowsOf(await connection.query(text, [...values]));
}

function isQueryable(value: unknown): value is Queryable {
  return isRecord(value) && hasFunction(value, 'query');
}
