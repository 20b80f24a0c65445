import { createHash } from 'node:crypto';
import { hasFunction, isRecord, rowsOf } from './rows.js';
import type { SqlClient, SqlQuery } from './sql-client.js';

/** What we need of a `Pool` of `pg`. */
export interface PgPool<Tx = unknown> {
  readonly totalCount: number;
  query(query: PgQuery): Promise<unknown>;
  connect(): Promise<Tx>;
  // As in @types/pg, so that TypeScript finds Tx.
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
    query: queryOf(pool, prepare),
    async script(text) {
      return rowsOf(await pool.query({ text }));
    },
    async transaction(body) {
      const tx = await pool.connect();
      if (!isConnection(tx)) throw new TypeError('client: its connect() gave no connection of pg.');
      // A connection that breaks emits an error, which ends the process when nobody listens.
      const onError = (): void => {};
      tx.on('error', onError);
      let broken: Error | undefined;
      try {
        await tx.query({ text: 'BEGIN' });
        await body(tx, queryOf(tx, prepare));
        await commit(tx);
      } catch (error) {
        broken = await rollBack(tx);
        throw error;
      } finally {
        tx.off('error', onError);
        tx.release(broken);
      }
    },
  };
}

// The server answers a COMMIT of a transaction in which a statement has failed with ROLLBACK, and not with an error.
async function commit(tx: PgConnection): Promise<void> {
  const result = await tx.query({ text: 'COMMIT' });
  if (isRecord(result) && result['command'] === 'COMMIT') return;
  throw new Error(
    'The transaction was rolled back: a statement in it had failed, and its error was caught. Let it through, or use a savepoint.',
  );
}

async function rollBack(tx: PgConnection): Promise<Error | undefined> {
  try {
    await tx.query({ text: 'ROLLBACK' });
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

function queryOf(
  connection: { query(query: PgQuery): Promise<unknown> },
  prepare: boolean,
): SqlQuery {
  return async (text, values) => {
    const name = prepare ? { name: statementName(text) } : {};
    return rowsOf(await connection.query({ ...name, text, values: [...values] }));
  };
}

const names = new Map<string, string>();

// A hash: two copies of this package on one connection must not give one name to two statements.
function statementName(text: string): string {
  const known = names.get(text);
  if (known) return known;
  const name = `screening_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`;
  names.set(text, name);
  return name;
}

function isConnection(value: unknown): value is PgConnection {
  return isRecord(value) && typeof value['query'] === 'function' && 'release' in value;
}
