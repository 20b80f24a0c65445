import { readFile } from 'node:fs/promises';
import { callMethod, hasFunction, isRecord } from '@screening-webhooks/core/store-kit';
import type { TransactionControl } from './transaction-control.js';

/** The parts of a query of `postgres` that are used here. It calls `handler` with itself when it is to be sent. */
export interface Query {
  strings: readonly string[];
  readonly args: readonly unknown[];
  handler: Send;
  readonly options: { simple?: boolean };
  readonly active: boolean;
  then(onResolved: () => void, onRejected: (error: unknown) => void): unknown;
  reject(error: unknown): void;
  canceller(query: Query): PromiseLike<unknown>;
}

interface Send {
  (query: Query): void;
  readonly debug?: unknown;
}

/** The transaction's `sql` function with its queries kept within the rules of `control`. `onSend` sees each query. */
export function guardPostgresJs<Tx extends object>(
  sql: Tx,
  control: TransactionControl,
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
      const text = textOf(query);
      const sent = control.check(text);
      if (sent) {
        if (sent.text !== text) query.strings = [sent.text];
        query.options.simple = false;
      }
      onSend(query);
      // An error that nobody awaits must not end the process. It fails the transaction, and with it the handler.
      ignoreRejection(query);
      send(query);
      if (sent?.next === undefined) return;
      const next = call('unsafe', [sent.next]);
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
            arg(typeof inner === 'function' ? guardPostgresJs(inner, control, onSend) : inner);
        }),
      ),
    prepare: () =>
      control.refuse('tx: a handler cannot prepare its transaction for a later commit.'),
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

/** The text of a query: fragments are part of it, anything else is sent as a parameter or as a quoted name. */
function textOf({ strings, args }: Query): string {
  return strings
    .map((part, index) => {
      if (index === 0) return part;
      const value = args[index - 1];
      const fragments = Array.isArray(value) ? value : [value];
      const isText = fragments.length > 0 && fragments.every(isQuery);
      return `${isText ? fragments.map(textOf).join(' ') : '$1'}${part}`;
    })
    .join('');
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
