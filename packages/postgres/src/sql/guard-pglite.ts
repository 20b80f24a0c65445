import { callMethod, isRecord } from '@screening-webhooks/core/store-kit';
import type { TransactionControl } from './transaction-control.js';

/** The transaction of a PGlite with `query`, `sql`, `exec` and `rollback` kept within the rules of `control`. */
export function guardPglite<Tx extends object>(tx: Tx, control: TransactionControl): Tx {
  const call = async (method: string, args: readonly unknown[]): Promise<unknown> =>
    callMethod(tx, method, args);

  /** Calls `method`, or sends what takes the place of `text`. Only `exec` sends a text of several statements. */
  async function send(method: string, args: readonly unknown[], text: unknown): Promise<unknown> {
    const sent = typeof text === 'string' ? control.check(text) : undefined;
    if (!sent || (sent.text === text && method !== 'exec')) return call(method, args);
    const [values, options] = method === 'exec' ? [[], args[1]] : args.slice(1);
    const result = call('query', [sent.text, ...(method === 'sql' ? [] : [values, options])]);
    if (sent.next !== undefined) void ignoreRejection(call('query', [sent.next]));
    return method === 'exec' ? [await result] : result;
  }

  const methods: Readonly<Record<string, (...args: unknown[]) => Promise<unknown>>> = {
    query: (...args) => send('query', args, args[0]),
    exec: (...args) => send('exec', args, args[0]),
    sql: (...args) => send('sql', args, textOf(args[0], args.slice(1))),
    rollback: async () =>
      control.refuse(
        'tx: a handler cannot call rollback(). Throw, and its transaction is rolled back.',
      ),
  };
  return new Proxy(tx, {
    get(target, property) {
      const method = typeof property === 'string' ? methods[property] : undefined;
      if (!method) return Reflect.get(target, property);
      return (...args: unknown[]) => ignoreRejection(method(...args));
    },
  });
}

// An error that nobody awaits must not end the process. It fails the transaction, and with it the handler.
function ignoreRejection<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}

/** The text of a template, whose values may be templates themselves. */
function textOf(strings: unknown, values: readonly unknown[]): string {
  if (!Array.isArray(strings)) return '';
  return strings
    .map((part, index) => `${part}${index < values.length ? placeholderOf(values[index]) : ''}`)
    .join('');
}

function placeholderOf(value: unknown): string {
  if (!isRecord(value)) return '$1';
  if (value['_templateType'] === 'part') return String(value['str']);
  const { strings, values } = value;
  return value['_templateType'] === 'container' && Array.isArray(values)
    ? textOf(strings, values)
    : '$1';
}
