import { hasFunction, isRecord, within } from '@screening-webhooks/core/store-kit';
import { beginPostgresJs } from './begin-postgres-js.js';
import { currentPostgresJs, type PostgresJs } from './current-postgres-js.js';
import { guardPostgresJs, type Query } from './guard-postgres-js.js';
import { confirmCommit, RESET_SESSION, runGuarded, UNLOCK } from './guarded-transaction.js';
import { errorCode } from './server-error.js';
import {
  type GuardOptions,
  resultRows,
  type SqlClient,
  type SqlClientSettings,
  type SqlQuery,
  type SqlRow,
  sentValues,
} from './sql-client.js';
import type { TransactionControl } from './transaction-control.js';
import { type TransactionWatch, watchTransaction } from './watch-transaction.js';

interface UnsafeQuery {
  unsafe(
    text: string,
    values?: readonly (string | null)[],
    options?: { prepare: boolean },
  ): { raw(): PromiseLike<unknown> };
}

/** @throws TypeError when the client has an option that this package cannot work with. */
export function postgresJsClient<Tx>(
  given: PostgresJs<Tx>,
  { prepare, timeout }: SqlClientSettings,
): SqlClient<Tx> {
  if (!prepare && preparesByItself(given)) {
    throw new TypeError(
      'prepare: false needs a client that does not prepare either, as it sends BEGIN, COMMIT and the statements of handlers. Create it with postgres(url, { prepare: false }).',
    );
  }
  if (transformsRows(given)) {
    throw new TypeError(
      'transform: with a row.from, the answers of the server do not reach this package. Create a client for it without that: postgres(url, { transform: { column, value } }).',
    );
  }
  const current = currentPostgresJs(given);
  const script = (text: string): Promise<readonly SqlRow[]> =>
    current.run((sql) => scriptOn(sql)(text), timeout);
  const query: SqlQuery = (text, values, ms = timeout) =>
    current.run((sql) => queryOn(sql, prepare)(text, values), ms);
  return {
    timeout,
    query,
    async transaction(body, options) {
      let id: string | undefined;
      const ended = new AbortController();
      const limit = timeout + (options?.lockTimeout ?? 0);
      async function inTransaction(tx: Tx): Promise<void> {
        const send = queryOn(tx, prepare);
        const onTx: SqlQuery = (text, values, ms = limit) =>
          within(send(text, values), ms, 'PostgreSQL');
        if (options) {
          const watch = (begun: string) => watchTransaction(query, begun, timeout);
          const steps = { query: onTx, watch, limit };
          id = await untilEnded(ended.signal, guarded(tx, steps, body, options, ended));
          return;
        }
        await body(tx, onTx);
        // The driver treats ROLLBACK, the server's answer to the COMMIT of a failed transaction, as success. This fails instead.
        await onTx("SELECT ''", []);
      }
      const replaced = current.replaced();
      try {
        const begin = (sql: PostgresJs<Tx>) => beginPostgresJs(sql, replaced, limit, inTransaction);
        await current.run(begin, Infinity);
      } catch (error) {
        ended.abort(error);
        throw error;
      }
      if (id !== undefined) await confirmCommit(script, id);
    },
  };
}

/**
 * Stays pending once the driver has given the transaction up, as it does when its connection is lost. It would otherwise
 * send ROLLBACK on a connection that may serve another transaction by then.
 */
async function untilEnded<Result>(ended: AbortSignal, result: Promise<Result>): Promise<Result> {
  try {
    return await result;
  } catch (error) {
    if (ended.aborted || CONNECTION_LOST.test(errorCode(error))) await new Promise(() => {});
    throw error;
  }
}

// https://github.com/porsager/postgres#connection-errors
const CONNECTION_LOST = /^CONNECTION_/;

interface HandlerSteps {
  readonly query: SqlQuery;
  readonly watch: (id: string) => TransactionWatch;
  /** Milliseconds for a statement that is not the handler's. */
  readonly limit: number;
}

async function guarded<Tx>(
  tx: Tx,
  { query, watch, limit }: HandlerSteps,
  body: (tx: Tx, query: SqlQuery) => Promise<void>,
  options: GuardOptions,
  ended: AbortController,
): Promise<string> {
  if (typeof tx !== 'function')
    throw new TypeError('client: expected the sql function of postgres.');
  const sent = new Set<Query>();
  const send = scriptOn(tx);
  // Not prepared: the texts differ, and a pooler could lose them.
  const run = (text: string) => within(send(text), limit, 'PostgreSQL');
  let handler: TransactionControl | undefined;
  const cancel = (): void => {
    for (const each of sent) void cancelUntil(each, () => !sent.has(each));
  };
  const onSend = (each: Query): void => {
    sent.add(each);
    each.then(
      () => sent.delete(each),
      (error) => {
        sent.delete(each);
        // Before the handler can catch it: a statement on a lost connection throws outside of any promise.
        if (CONNECTION_LOST.test(errorCode(error))) ended.abort(error);
      },
    );
  };
  const signal = AbortSignal.any([options.signal, ended.signal]);
  // Without this, the driver's ROLLBACK would wait for the statement that runs.
  options.signal.addEventListener('abort', cancel, { once: true });
  try {
    const guard = (control: TransactionControl): Tx => {
      handler = control;
      return guardPostgresJs(tx, control, onSend);
    };
    // The driver cannot close a connection, and has nothing that an app could set when one opens.
    const restoreSession = () => run(`${RESET_SESSION}; UNLISTEN *`);
    const steps = { query, watch, guard, restoreSession, begin: run, end: run };
    return await runGuarded(steps, body, { ...options, signal });
  } catch (error) {
    // In place of the driver's ROLLBACK, which comes after it and needs a transaction.
    if (handler?.changesSession && !ended.signal.aborted) {
      await run(`ROLLBACK; ${UNLOCK}; BEGIN`).catch(() => {});
    }
    throw error;
  } finally {
    options.signal.removeEventListener('abort', cancel);
  }
}

/** The server ignores a request to cancel that arrives just before the statement, as it may on a busy machine. */
async function cancelUntil(query: Query, hasEnded: () => boolean): Promise<void> {
  while (!hasEnded()) {
    // The request has a connection of its own, which may fail.
    if (query.active) await Promise.resolve(query.canceller(query)).catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, CANCEL_AGAIN).unref());
  }
}

const CANCEL_AGAIN = 100;

function preparesByItself(sql: object): boolean {
  const options: unknown = Reflect.get(sql, 'options');
  return isRecord(options) && options['prepare'] !== false;
}

function transformsRows(sql: object): boolean {
  const options: unknown = Reflect.get(sql, 'options');
  const transform: unknown = isRecord(options) ? options['transform'] : undefined;
  const row: unknown = isRecord(transform) ? transform['row'] : undefined;
  return isRecord(row) && row['from'] !== undefined;
}

/** @throws TypeError when it is not a `sql` function of `postgres`. */
export function queryOn(sql: unknown, prepare: boolean): SqlQuery {
  const client = unsafeOf(sql);
  return async (text, values) =>
    resultRows(await client.unsafe(text, sentValues(values), { prepare }).raw());
}

function scriptOn(sql: unknown): (text: string) => Promise<readonly SqlRow[]> {
  const client = unsafeOf(sql);
  return async (text) => resultRows(await client.unsafe(text).raw());
}

// A raw answer has the bytes of the server, whatever parsers and names the client has for its users.
function unsafeOf(sql: unknown): UnsafeQuery {
  if (!hasUnsafe(sql)) throw new TypeError('client: expected the sql function of postgres.');
  return sql;
}

function hasUnsafe(sql: unknown): sql is UnsafeQuery {
  return typeof sql === 'function' && hasFunction(sql, 'unsafe');
}
