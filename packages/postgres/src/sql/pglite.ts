import { hasFunction, isRecord } from '@screening-webhooks/core/store-kit';
import { guardPglite } from './guard-pglite.js';
import { confirmCommit, runGuarded } from './guarded-transaction.js';
import { resultRows, type SqlClient, type SqlQuery, type SqlRow } from './sql-client.js';
import type { TransactionControl } from './transaction-control.js';

/** The parts of a PGlite that are used here. */
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
    timeout: Infinity,
    query: queryOn(pglite),
    async transaction(body, options) {
      let id: string | undefined;
      await pglite.transaction(async (tx) => {
        const query = queryOn(tx);
        if (options) {
          const run = async (text: string): Promise<readonly SqlRow[]> => query(text, []);
          const guard = (control: TransactionControl): Tx =>
            isRecord(tx) ? guardPglite(tx, control) : tx;
          id = await runGuarded({ query, guard, begin: run, end: run }, body, options);
          return;
        }
        await body(tx, query);
        // PGlite treats the COMMIT of a failed transaction, which rolls back, as success. This fails instead.
        await query('SELECT 1', []);
      });
      if (id === undefined) return;
      await confirmCommit(async (text) => resultRows(await pglite.exec(text)), id);
    },
  };
}

function queryOn(connection: unknown): SqlQuery {
  if (!isQueryable(connection)) throw new TypeError('client: expected a PGlite.');
  return async (text, values) => resultRows(await connection.query(text, [...values]));
}

function isQueryable(value: unknown): value is Queryable {
  return isRecord(value) && hasFunction(value, 'query');
}
