import { hasFunction, isRecord } from '@screening-webhooks/core/store-kit';
import { guardPglite } from './guard-pglite.js';
import { confirmCommit, RESET_SESSION, runGuarded, UNLOCK } from './guarded-transaction.js';
import {
  resultRows,
  type SqlClient,
  type SqlQuery,
  type SqlRow,
  sentValues,
} from './sql-client.js';
import type { TransactionControl } from './transaction-control.js';

/** The parts of a PGlite that are used here. */
export interface Pglite<Tx = unknown> {
  query(text: string, values?: unknown[], options?: PgliteOptions): Promise<unknown>;
  exec(text: string, options?: PgliteOptions): Promise<unknown>;
  transaction(body: (tx: Tx) => Promise<void>): Promise<unknown>;
}

interface PgliteOptions {
  readonly rowMode: 'array';
  readonly parsers: Record<number, (text: string) => unknown>;
  readonly serializers: Record<number, (value: unknown) => string>;
}

interface Queryable {
  query(text: string, values: unknown[], options: PgliteOptions): Promise<unknown>;
}

const TEXT = 25;
// Whatever the app has set for itself.
const AS_SENT: PgliteOptions = {
  rowMode: 'array',
  parsers: { [TEXT]: (text) => text },
  serializers: { [TEXT]: String },
};

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
      let handler: TransactionControl | undefined;
      const inTransaction = async (tx: Tx): Promise<void> => {
        const query = queryOn(tx);
        if (options) {
          const run = async (text: string): Promise<readonly SqlRow[]> => query(text, []);
          const [session] = await run(SESSION);
          const guard = (control: TransactionControl): Tx => {
            handler = control;
            return isRecord(tx) ? guardPglite(tx, control) : tx;
          };
          const restoreSession = async (): Promise<void> => {
            for (const text of RESET_SESSION.split(';')) await run(text);
            await query(RESTORE, [session?.[0] ?? null]);
          };
          id = await runGuarded(
            { query, guard, restoreSession, begin: run, end: run },
            body,
            options,
          );
          return;
        }
        await body(tx, query);
        // PGlite treats the COMMIT of a failed transaction, which rolls back, as success. This fails instead.
        await query("SELECT ''", []);
      };
      try {
        await pglite.transaction(inTransaction);
      } catch (error) {
        if (handler?.changesSession) await pglite.exec(UNLOCK);
        throw error;
      }
      if (id === undefined) return;
      await confirmCommit(async (text) => resultRows(await pglite.exec(text, AS_SENT)), id);
    },
  };
}

// PGlite has one session, which is the app's: its settings stay.
const SESSION = `
  SELECT json_object_agg(name, setting)::text FROM (
    SELECT name, setting FROM pg_settings WHERE source = 'session'
    UNION ALL SELECT 'session_authorization', session_user UNION ALL SELECT 'role', current_setting('role')
  ) AS settings`;
const RESTORE = 'SELECT set_config(key, value, false) FROM json_each_text($1::text::json)';

function queryOn(connection: unknown): SqlQuery {
  if (!isQueryable(connection)) throw new TypeError('client: expected a PGlite.');
  return async (text, values) =>
    resultRows(await connection.query(text, sentValues(values), AS_SENT));
}

function isQueryable(value: unknown): value is Queryable {
  return isRecord(value) && hasFunction(value, 'query');
}
