import { readFile } from 'node:fs/promises';
import { callMethod, hasFunction, isRecord } from './is-record.js';
import type { NestedTransactions, RewrittenText } from './nested-transactions.js';

/** The parts of a query of `postgres` that are used here. It calls `handler` with itself when it is to be sent. */
export interface Query {
  strings: readonly string[];
  args: readonly unknown[];
  handler: Send;
  readonly active: boolean;
  readonly onlyDescribe?: boolean;
  readonly cursorFn?: unknown;
  then(onResolved: () => void, onRejected: (error: unknown) => void): unknown;
  reject(error: unknown): void;
  cancel(): unknown;
}

interface Send {
  (query: Query): void;
  readonly debug?: unknown;
}

/** The transaction's `sql` function with its queries kept within the rules of `nested`. `onSend` sees each query. */
export function guardPostgresJs<Tx extends object>(
  sql: Tx,
  nested: NestedTransactions,
  onSend: (query: Query) => void,
): Tx {
  const call = (name: string, args: readonly unknown[]): unknown => callMethod(sql, name, args);

  /** Checks the query when it is sent: until then, it may become a fragment of another. */
  function adopt(query: unknown, path?: unknown): unknown {
    if (!isQuery(query)) return query;
    const send = query.handler;
    const check = async (): Promise<void> => {
      if (path !== undefined) {
        query.strings = [await readFile(path instanceof URL ? path : String(path), 'utf8')];
      }
      const rewritten = rewrite(query, nested);
      onSend(query);
      // An error that nobody awaits must not end the process. It fails the transaction, and with it the handler.
      query.then(
        () => {},
        () => rewritten?.onFailure(),
      );
      send(query);
      if (rewritten?.next === undefined) return;
      const next = call('unsafe', [rewritten.next]);
      if (isQuery(next)) ignoreRejection(next);
    };
    const checked = (): void => {
      check().catch((error: unknown) => {
        ignoreRejection(query);
        query.reject(error);
      });
    };
    query.handler = Object.assign(checked, { debug: send.debug });
    return query;
  }

  const methods: Readonly<Record<string, (...args: unknown[]) => unknown>> = {
    unsafe: (...args) => adopt(call('unsafe', args)),
    // The driver's own would send the file without a check.
    file(path, args, options) {
      const hasArgs = Array.isArray(args);
      const given = hasArgs ? options : args;
      const all = { prepare: true, ...(isRecord(given) ? given : {}) };
      return adopt(call('unsafe', ['', hasArgs ? args : [], all]), path);
    },
    savepoint: (...args) =>
      call(
        'savepoint',
        args.map((arg) => {
          if (typeof arg !== 'function') return arg;
          return (inner: unknown) =>
            arg(typeof inner === 'function' ? guardPostgresJs(inner, nested, onSend) : inner);
        }),
      ),
    prepare: () =>
      nested.refuse('tx: a handler cannot prepare its transaction for a later commit.'),
  };
  return new Proxy(sql, {
    apply: (target, _this, args) =>
      typeof target === 'function' ? adopt(Reflect.apply(target, undefined, args)) : undefined,
    get(target, property) {
      const method = typeof property === 'string' ? methods[property] : undefined;
      return method ?? Reflect.get(target, property);
    },
  });
}

function rewrite(query: Query, nested: NestedTransactions): RewrittenText | undefined {
  const { text, hasParameters } = textOf(query);
  const rewritten = nested.rewrite(text);
  if (!rewritten) return undefined;
  if (hasParameters || query.onlyDescribe || query.cursorFn) {
    return nested.refuse(
      'tx: a query with parameters, a cursor or describe() cannot begin or end a nested transaction. Send its statements one by one.',
    );
  }
  query.strings = [rewritten.text];
  query.args = [];
  return rewritten;
}

/** The text of a query: fragments and names are part of it, anything else is sent as parameters or as quoted names. */
function textOf({ strings, args }: Query): { text: string; hasParameters: boolean } {
  let text = strings[0] ?? '';
  let hasParameters = strings.length === 1 && args.length > 0;
  for (const [index, part] of strings.slice(1).entries()) {
    const value = args[index];
    const fragments = Array.isArray(value) ? value : [value];
    if (fragments.length > 0 && fragments.every(isQuery)) {
      const texts = fragments.map(textOf);
      text += texts.map((fragment) => fragment.text).join(' ');
      hasParameters ||= texts.some((fragment) => fragment.hasParameters);
    } else {
      text += '$1';
      hasParameters = true;
    }
    text += part;
  }
  return { text, hasParameters };
}

function isQuery(value: unknown): value is Query {
  return isRecord(value) && Array.isArray(value['strings']) && hasFunction(value, 'handler');
}

function ignoreRejection(query: Query): void {
  query.then(
    () => {},
    () => {},
  );
}
