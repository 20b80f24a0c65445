import { createHash } from 'node:crypto';
import { guardPgClient } from './guard-pg-client.js';
import { RolledBackError, runGuarded, type TransactionSteps } from './guarded-transaction.js';
import { hasFunction, isRecord } from './is-record.js';
import { LostConnectionError } from './is-transient.js';
import { resultRows } from './result-rows.js';
import type { SqlClient, SqlQuery } from './sql-client.js';

/** The parts of a `pg` Pool that are used here. */
export interface PgPool<Tx = unknown> {
  readonly totalCount: number;
  query(query: PgQuery): Promise<unknown>;
  connect(): Promise<Tx>;
  // The second overload, as in @types/pg, lets TypeScript infer Tx.
  connect(
    callback: (
      error: Error | undefined,
      client: Tx | undefined,
      done: (release?: boolean | Error) => void,
    ) => void,
  ): void;
}

interface PgQuery {
  readonly name?: string;
  readonly text: string;
  readonly values?: unknown[];
}

interface PgConnection {
  query(query: PgQuery): Promise<unknown>;
  release(error?: boolean | Error): void;
  on(event: 'error', listener: () => void): unknown;
  off(event: 'error', listener: () => void): unknown;
}

export function isPgPool(client: unknown): client is PgPool {
  return (
    isRecord(client) &&
    hasFunction(client, 'query') &&
    hasFunction(client, 'connect') &&
    'totalCount' in client
  );
}

export function pgPoolClient<Tx>(pool: PgPool<Tx>, prepare: boolean): SqlClient<Tx> {
  return {
    query: queryOn(pool, prepare),
    async script(text) {
      return resultRows(await pool.query({ text }));
    },
    async transaction(body, options) {
      const tx = await pool.connect();
      if (!isConnection(tx))
        throw new TypeError('client: expected connect() to resolve with a pg client.');
      const connection = holdConnection(tx);
      const query = queryOn(tx, prepare);
      let id: string | undefined;
      const onAbort = (): void => {
        connection.release(new Error('The transaction was aborted.'));
        // The server would finish the statement that runs, and keep its locks until then.
        if (id !== undefined) pool.query({ text: TERMINATE, values: [id] }).catch(() => {});
      };
      options?.signal.addEventListener('abort', onAbort, { once: true });
      try {
        if (options) {
          const steps: TransactionSteps<Tx> = {
            query,
            begin: async (script) => resultRows(await tx.query({ text: `BEGIN; ${script}` })),
            guard(control, begun) {
              id = begun;
              return guardPgClient(tx, control);
            },
            async end(script) {
              // From here on, the server decides.
              options.signal.removeEventListener('abort', onAbort);
              checkCommit(await tx.query({ text: `${script}; COMMIT` }));
            },
          };
          await runGuarded(steps, body, options);
        } else {
          await tx.query({ text: 'BEGIN' });
          await body(tx, query);
          checkCommit(await tx.query({ text: 'COMMIT' }));
        }
        connection.release();
      } catch (error) {
        if (connection.isReleased()) throw error;
        const broken = await rollBack(tx);
        connection.release(broken);
        throw broken ? new LostConnectionError(error) : error;
      } finally {
        options?.signal.removeEventListener('abort', onAbort);
      }
    },
  };
}

const TERMINATE =
  'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE backend_xid = xid($1::xid8)';

/** The use of a connection until it goes back to its pool, once. */
function holdConnection(tx: PgConnection): {
  readonly release: (broken?: Error) => void;
  readonly isReleased: () => boolean;
} {
  // A connection that breaks emits an error, which ends the process if there is no listener.
  const onError = (): void => {};
  tx.on('error', onError);
  let isReleased = false;
  return {
    isReleased: () => isReleased,
    release(broken) {
      if (isReleased) return;
      isReleased = true;
      tx.release(broken);
      // A connection that is given up may report how it ended.
      if (!broken) tx.off('error', onError);
    },
  };
}

// In a transaction with a failed statement, the server answers COMMIT with ROLLBACK instead of an error.
function checkCommit(result: unknown): void {
  const last: unknown = Array.isArray(result) ? result.at(-1) : result;
  if (!isRecord(last) || last['command'] !== 'COMMIT') throw new RolledBackError();
}

async function rollBack(tx: PgConnection): Promise<Error | undefined> {
  try {
    await tx.query({ text: 'ROLLBACK' });
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

export function queryOn(
  connection: { query(query: PgQuery): Promise<unknown> },
  prepare: boolean,
): SqlQuery {
  return async (text, values) => {
    const name = prepare ? { name: statementName(text) } : {};
    return resultRows(await connection.query({ ...name, text, values: [...values] }));
  };
}

const statementNames = new Map<string, string>();

// A hash, because two copies of this package on one connection must not give the same name to different statements.
function statementName(text: string): string {
  const cached = statementNames.get(text);
  if (cached) return cached;
  const name = `screening_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`;
  statementNames.set(text, name);
  return name;
}

function isConnection(value: unknown): value is PgConnection {
  return isRecord(value) && typeof value['query'] === 'function' && 'release' in value;
}
