import { callMethod, hasFunction, isRecord } from './is-record.js';
import type { NestedTransactions, RewrittenText } from './nested-transactions.js';

type Callback = (error: unknown, result?: unknown) => void;

/**
 * The client with its transaction kept open: `query` follows the rules of `nested`, and `release` does nothing. Anything
 * else is the client, so that Drizzle, Kysely and cursors take it for one.
 */
export function guardPgClient<Tx extends object>(client: Tx, nested: NestedTransactions): Tx {
  return new Proxy(client, {
    get(target, property, receiver) {
      if (property === 'release') return () => {};
      if (property !== 'query') return Reflect.get(target, property, receiver);
      return (...args: unknown[]) => guardedQuery(target, nested, args);
    },
  });
}

function guardedQuery(client: object, nested: NestedTransactions, args: unknown[]): unknown {
  const [query] = args;
  const isSubmittable = isRecord(query) && hasFunction(query, 'submit');
  let rewritten: RewrittenText | undefined;
  try {
    rewritten = rewrite(query, isSubmittable, nested);
  } catch (error) {
    if (isSubmittable) throw error;
    return fail(callbackOf(args), error);
  }
  if (!rewritten) return handled(callMethod(client, 'query', args));
  const { text, next, onFailure } = rewritten;
  const callback = callbackOf(args);
  // Without its name: under that name, the server may have prepared the original text.
  const config = { ...(isRecord(query) ? query : {}), text, name: undefined };
  const result = callMethod(client, 'query', [
    callback ? { ...config, callback: undefined } : config,
    ...args.slice(1).filter((arg) => typeof arg !== 'function'),
    ...(callback
      ? [
          (error: unknown, value?: unknown) => {
            if (error) onFailure();
            callback(error, value);
          },
        ]
      : []),
  ]);
  if (next !== undefined) handled(callMethod(client, 'query', [next]));
  if (result instanceof Promise) result.catch(onFailure);
  return result;
}

function rewrite(
  query: unknown,
  isSubmittable: boolean,
  nested: NestedTransactions,
): RewrittenText | undefined {
  const text = isRecord(query) ? query['text'] : query;
  if (typeof text === 'string') {
    const rewritten = nested.rewrite(text);
    if (!rewritten || !isSubmittable) return rewritten;
    return nested.refuse(
      'tx: a query object cannot begin or end a nested transaction. Send its text as a string.',
    );
  }
  if (!isSubmittable) return undefined;
  return nested.refuse(
    'tx: expected a query object with its SQL in `text`, so that it can be checked.',
  );
}

function callbackOf(args: readonly unknown[]): Callback | undefined {
  const [query] = args;
  const callback =
    args.slice(1).find((arg) => typeof arg === 'function') ??
    (isRecord(query) ? query['callback'] : undefined);
  return isCallback(callback) ? callback : undefined;
}

function isCallback(value: unknown): value is Callback {
  return typeof value === 'function';
}

function fail(callback: Callback | undefined, error: unknown): unknown {
  if (!callback) return handled(Promise.reject(error));
  process.nextTick(callback, error);
  return undefined;
}

// An error that nobody awaits must not end the process. It fails the transaction, and with it the handler.
function handled(result: unknown): unknown {
  if (result instanceof Promise) result.catch(() => {});
  return result;
}
