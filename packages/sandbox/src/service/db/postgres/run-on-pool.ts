import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Pool, PoolClient } from 'pg';
import { errorCode } from '../errors.js';
import * as schema from '../schema/index.js';
import { firstRow, type Sql, type Transact } from '../sql.js';

/** Runs statements outside of a transaction, each on any connection. Retries those that the database ended in favor of another. */
export function statementsOnPool(pool: Pool): NodePgDatabase<typeof schema> {
  const queryOnce = async (args: unknown[]): Promise<unknown> => {
    try {
      return await Reflect.apply(pool.query, pool, args);
    } catch (error) {
      throw isUnanswered(error) ? endSilence(pool, error) : error;
    }
  };
  const query = (...args: unknown[]) => retryConflicts(() => queryOnce(args));
  const client = new Proxy(pool, {
    get: (target, key) => (key === 'query' ? query : Reflect.get(target, key)),
  });
  return drizzle(client, { schema });
}

// A restore locks the clock exclusively, then the tables. A transaction that asks for the clock first waits without holding locks,
// so it cannot deadlock with the restore.
const BEGIN = 'begin; lock table public.clock in access share mode';

/** Transactions whose first statement is sent together with their BEGIN. */
export function transactOnPool(pool: Pool): Transact {
  const connections = new WeakMap<PoolClient, Sql>();

  function drizzleOn(client: PoolClient): Sql {
    const known = connections.get(client);
    if (known) return known;
    const made = drizzle(client, { schema });
    connections.set(client, made);
    return made;
  }

  async function transactOnce<Result>(
    first: string,
    body: (tx: Sql, row: unknown) => Promise<Result>,
    lockWaitMs?: number,
  ): Promise<Result> {
    const client = await pool.connect();
    const wait = lockWaitMs === undefined ? '' : `set local lock_timeout = ${lockWaitMs};`;
    let broken: Error | undefined;
    try {
      const results: unknown = await client.query(`${BEGIN}; ${wait} ${first}`);
      const row = firstRow(Array.isArray(results) ? results.at(-1) : results);
      const result = await body(drizzleOn(client), row);
      await client.query('commit');
      return result;
    } catch (error) {
      if (isUnanswered(error)) {
        broken = endSilence(pool, error);
        throw broken;
      }
      // The connection may be what has failed. The first error is the one to report.
      broken = await client.query('rollback').then(() => undefined, toError);
      throw error;
    } finally {
      // The pool closes a connection that may still be in the transaction.
      client.release(broken);
    }
  }

  return (first, body, _known, lockWaitMs) =>
    retryConflicts(() => transactOnce(first, body, lockWaitMs));
}

/** Ends the idle connections as well: if one went silent, others did, and each would have to be waited for. */
function endSilence(pool: Pool, cause: unknown): SilentDatabaseError {
  const error = new SilentDatabaseError(cause);
  for (let idle = pool.idleCount; idle > 0; idle -= 1) {
    pool.connect().then(
      (client) => client.release(error),
      () => {},
    );
  }
  return error;
}

function toError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}

const TRIES = 5;
// A deadlock, and a conflict of serializable transactions (PostgreSQL, appendix A).
const conflicts: readonly unknown[] = ['40P01', '40001'];

/** Retries a transaction, or a statement outside of one, that the database ended in favor of another. */
async function retryConflicts<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run();
    } catch (error) {
      if (tries === TRIES || !conflicts.includes(errorCode(error))) throw error;
    }
  }
}

/** A statement got no answer in time, on a connection that is open. It is unknown whether it was executed. */
class SilentDatabaseError extends Error {
  override readonly name = 'SilentDatabaseError';

  constructor(cause: unknown) {
    super(
      'The database did not answer on a connection for too long. Its connections are opened again.',
      {
        cause,
      },
    );
  }
}

/** Checks whether the driver has given up waiting for an answer. */
function isUnanswered(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // The error has no code (pg 8, `query_timeout`).
  return error.message === 'Query read timeout' || isUnanswered(error.cause);
}
