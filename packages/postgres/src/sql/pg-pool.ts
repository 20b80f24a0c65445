import { createHash } from 'node:crypto';
import {
  hasFunction,
  isRecord,
  LostConnectionError,
  NoAnswerError,
} from '@screening-webhooks/core/store-kit';
import { guardPgClient } from './guard-pg-client.js';
import { RolledBackError, runGuarded, type TransactionSteps } from './guarded-transaction.js';
import {
  type HeldPgConnection,
  type PgPool,
  type PgQuery,
  pgConnections,
} from './pg-connections.js';
import { isRefusal } from './server-error.js';
import {
  resultRows,
  type SqlClient,
  type SqlClientSettings,
  type SqlQuery,
  sentValues,
} from './sql-client.js';
import type { TransactionControl } from './transaction-control.js';
import { watchTransaction } from './watch-transaction.js';

export function isPgPool(client: unknown): client is PgPool {
  return (
    isRecord(client) &&
    hasFunction(client, 'query') &&
    hasFunction(client, 'connect') &&
    'totalCount' in client
  );
}

export function pgPoolClient<Tx>(
  pool: PgPool<Tx>,
  { prepare, timeout }: SqlClientSettings,
): SqlClient<Tx> {
  const connections = pgConnections(pool);

  async function send(query: PgQuery, ms: number): Promise<unknown> {
    const held = await connections.take(ms);
    try {
      const result = await held.query(query, ms);
      held.release();
      return result;
    } catch (error) {
      // A connection whose statement the server has refused is as good as before.
      held.release(isRefusal(error) ? undefined : asError(error));
      throw error;
    }
  }

  return {
    timeout,
    query: queryBy(send, prepare, timeout),
    async transaction(body, options) {
      // A handler may have to wait until others have ended: its signal limits that.
      const held = await connections.take(options ? Infinity : timeout);
      const { connection: tx } = held;
      let id: string | undefined;
      let handler: TransactionControl | undefined;
      const onAbort = (): void => {
        held.release(new Error('The transaction was aborted.'));
        // The server would finish the statement that runs, and keep its locks until then.
        if (id !== undefined) send({ text: TERMINATE, values: [id] }, timeout).catch(() => {});
      };
      options?.signal.addEventListener('abort', onAbort, { once: true });
      try {
        if (options) {
          // The lock of a row is waited for by a limit of its own.
          const limit = timeout + options.lockTimeout;
          const steps: TransactionSteps<Tx> = {
            query: queryBy(held.query, prepare, limit),
            begin: async (script) =>
              resultRows(await held.query({ ...AS_SENT, text: `BEGIN; ${script}` }, timeout)),
            guard(control, begun) {
              id = begun;
              handler = control;
              return guardPgClient(tx, control);
            },
            watch: (begun) => watchTransaction(queryBy(send, prepare, timeout), begun, timeout),
            async end(script) {
              // From here on, the server decides.
              options.signal.removeEventListener('abort', onAbort);
              checkCommit(await held.query({ text: `${script}; COMMIT` }, limit));
            },
          };
          await runGuarded(steps, body, options);
        } else {
          await held.query({ text: 'BEGIN' }, timeout);
          await body(tx, queryBy(held.query, prepare, timeout));
          checkCommit(await held.query({ text: 'COMMIT' }, timeout));
        }
        held.release(changedSession(handler));
      } catch (error) {
        if (error instanceof NoAnswerError) held.release(error);
        if (held.isReleased()) throw error;
        const broken = await rollBack(held, timeout);
        held.release(broken ?? changedSession(handler));
        throw broken ? new LostConnectionError(error) : error;
      } finally {
        options?.signal.removeEventListener('abort', onAbort);
      }
    },
  };
}

/** Ends the connection: only a new one has what the app sets when it opens one, and no more. */
function changedSession(handler: TransactionControl | undefined): Error | undefined {
  return handler?.changesSession ? new Error('The handler has changed the session.') : undefined;
}

const TERMINATE =
  'SELECT pg_terminate_backend(pid)::text FROM pg_stat_activity WHERE backend_xid = xid($1::text::xid8)';

// In a transaction with a failed statement, the server answers COMMIT with ROLLBACK instead of an error.
function checkCommit(result: unknown): void {
  const last: unknown = Array.isArray(result) ? result.at(-1) : result;
  if (!isRecord(last) || last['command'] !== 'COMMIT') throw new RolledBackError();
}

async function rollBack(held: HeldPgConnection<unknown>, ms: number): Promise<Error | undefined> {
  try {
    await held.query({ text: 'ROLLBACK' }, ms);
    return undefined;
  } catch (error) {
    return asError(error);
  }
}

/** @param limit Milliseconds for a statement that brings none of its own. */
export function queryBy(
  send: (query: PgQuery, ms: number) => Promise<unknown>,
  prepare: boolean,
  limit: number,
): SqlQuery {
  return async (text, values, ms = limit) => {
    const name = prepare ? { name: statementName(text) } : {};
    return resultRows(await send({ ...name, ...AS_SENT, text, values: sentValues(values) }, ms));
  };
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

// Whatever the pool has for its users.
const AS_SENT = {
  rowMode: 'array',
  types: { getTypeParser: () => (value: unknown) => value },
} as const;

const statementNames = new Map<string, string>();

// A hash, because two copies of this package on one connection must not give the same name to different statements.
function statementName(text: string): string {
  const cached = statementNames.get(text);
  if (cached) return cached;
  const name = `screening_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`;
  statementNames.set(text, name);
  return name;
}
