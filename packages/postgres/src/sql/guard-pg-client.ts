import { callMethod, hasFunction, isRecord } from '@screening-webhooks/core/store-kit';
import type { Sent, TransactionControl } from './transaction-control.js';

/**
 * The client with its transaction kept open: `query` follows the rules of `control`, and `release` does nothing. Anything
 * else is the client, so that Drizzle, Kysely and cursors take it for one.
 */
export function guardPgClient<Tx extends object>(client: Tx, control: TransactionControl): Tx {
  return new Proxy(client, {
    get(target, property, receiver) {
      if (property === 'release') return () => {};
      if (property !== 'query') return Reflect.get(target, property, receiver);
      return (...args: unknown[]) => guardedQuery(target, control, args);
    },
  });
}

function guardedQuery(client: object, control: TransactionControl, args: unknown[]): unknown {
  const [query, ...others] = args;
  if (isRecord(query) && hasFunction(query, 'submit')) {
    checkObject(query, control);
    return callMethod(client, 'query', args);
  }
  const given = isRecord(query) ? query : {};
  const text = isRecord(query) ? query['text'] : query;
  let result: Promise<unknown>;
  try {
    const sent = typeof text === 'string' ? control.check(text) : undefined;
    if (!sent) return handled(callMethod(client, 'query', args));
    const values = others.find((arg) => !isFunction(arg)) ?? given['values'];
    result = sendChecked(client, { ...given, values, callback: undefined }, sent);
  } catch (error) {
    result = Promise.reject(error);
  }
  const callback = [...others, given['callback']].find(isFunction);
  if (!callback) return handled(result);
  result.then(
    (value) => process.nextTick(callback, null, value),
    (error: unknown) => process.nextTick(callback, error),
  );
  return undefined;
}

async function sendChecked(client: object, config: object, { text, next }: Sent): Promise<unknown> {
  // Without its name: under that, the server may have prepared the handler's text.
  const extended = { ...config, text, name: undefined, queryMode: 'extended' };
  const result = await callMethod(client, 'query', [extended]);
  // Not before: pg 9 takes one query at a time.
  if (next !== undefined) await callMethod(client, 'query', [next]);
  return result;
}

/** A query object sends itself, so that nothing can take the place of its text. */
function checkObject(query: Readonly<Record<string, unknown>>, control: TransactionControl): void {
  const { text } = query;
  if (typeof text !== 'string') {
    control.refuse(
      'tx: expected a query object with its SQL in `text`, so that it can be checked.',
    );
  }
  if (!control.check(text)) return;
  control.refuse(
    'tx: a query object cannot send BEGIN, COMMIT or ROLLBACK, nor a script with one of these words. Send its text as a string.',
  );
}

function isFunction(value: unknown): value is (error: unknown, result?: unknown) => void {
  return typeof value === 'function';
}

// An error that nobody awaits must not end the process. It fails the transaction, and with it the handler.
function handled(result: unknown): unknown {
  if (result instanceof Promise) result.catch(() => {});
  return result;
}
