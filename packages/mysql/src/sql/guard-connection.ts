import { callMethod, isRecord, TransactionControlError } from '@screening-webhooks/core/store-kit';
import { plainQuery } from './mysql-pool.js';
import { DEADLOCK, LOCK_WAIT_TIMEOUT, RECORD_HAS_CHANGED, serverErrorOf } from './server-error.js';
import { resultOf, SERVER_STATUS_IN_TRANS } from './sql-client.js';
import type { TransactionControl } from './transaction-control.js';

// Methods of the connection that are statements, as such.
const STATEMENTS = new Map([
  ['beginTransaction', 'BEGIN'],
  ['commit', 'COMMIT'],
  ['rollback', 'ROLLBACK'],
]);
// Those that would end the transaction with its session.
const ENDINGS = new Set(['changeUser', 'destroy', 'end', 'reset']);

/**
 * A connection of `mysql2/promise` with its transaction kept open: its statements follow the rules of `control`, and `release` does
 * nothing. Anything else is the connection, so that Drizzle takes it for one.
 */
export function guardConnection<Tx extends object>(
  connection: Tx,
  control: TransactionControl,
): Tx {
  return new Proxy(connection, {
    get(target, property, receiver) {
      const name = String(property);
      const statement = STATEMENTS.get(name);
      if (statement !== undefined) return () => send(target, 'query', control, [statement]);
      if (name === 'query' || name === 'execute' || name === 'prepare') {
        return (...args: unknown[]) => send(target, name, control, args);
      }
      if (name === 'release') return () => {};
      if (ENDINGS.has(name)) return () => refused(control, name);
      return Reflect.get(target, property, receiver);
    },
  });
}

/** The result is handled, so that an error that nobody awaits fails the transaction and does not end the process. */
function send(
  connection: object,
  method: string,
  control: TransactionControl,
  args: readonly unknown[],
): Promise<unknown> {
  const result = sendChecked(connection, method, control, args);
  result.catch(() => {});
  return result;
}

async function sendChecked(
  connection: object,
  method: string,
  control: TransactionControl,
  [query, ...values]: readonly unknown[],
): Promise<unknown> {
  const text: unknown = isRecord(query) ? query['sql'] : query;
  if (typeof text !== 'string') {
    return control.refuse(
      new TransactionControlError('tx: expected SQL as a string, or in `sql` of an object.'),
    );
  }
  const statements = control.check(text);
  try {
    if (statements[0] === text) {
      const result = await callMethod(connection, method, [query, ...values]);
      if (hasCommitted(result)) {
        control.refuse(
          new TransactionControlError(
            `tx: ${JSON.stringify(text.slice(0, 60))} has ended the transaction of the handler, so that what it had written is committed without the record of the event. Remove its COMMIT, ROLLBACK, CREATE or the like.`,
          ),
        );
      }
      return result;
    }
    let result: unknown;
    for (const statement of statements) result = await callMethod(connection, 'query', [statement]);
    return result;
  } catch (error) {
    // With these the server has rolled back all of the transaction. Further statements would commit one by one.
    const code = serverErrorOf(error);
    const isWhole =
      code === DEADLOCK ||
      code === RECORD_HAS_CHANGED ||
      (code === LOCK_WAIT_TIMEOUT && (await rollsBackOnTimeout(connection)));
    if (error instanceof Error && isWhole) control.refuse(error);
    throw error;
  }
}

/** An option of the server: after a wait for a lock, it rolls back the transaction and not the statement alone. */
async function rollsBackOnTimeout(connection: object): Promise<boolean> {
  const query = plainQuery('SELECT @@innodb_rollback_on_timeout AS whole');
  const answer = await callMethod(connection, 'query', [query]);
  const { rows } = resultOf(Array.isArray(answer) ? answer[0] : answer);
  return Number(rows[0]?.['whole']) !== 0;
}

/** Whether the server has answered that no transaction is open. For rows, the driver hides it. */
function hasCommitted(result: unknown): boolean {
  const [headers]: readonly unknown[] = Array.isArray(result) ? result : [];
  const last: unknown = Array.isArray(headers) ? headers.at(-1) : headers;
  // Not a row, whose columns the handler names.
  if (!isRecord(last) || !('affectedRows' in last && 'insertId' in last)) return false;
  if (typeof last['serverStatus'] !== 'number') return false;
  return (last['serverStatus'] & SERVER_STATUS_IN_TRANS) === 0;
}

async function refused(control: TransactionControl, name: string): Promise<never> {
  return control.refuse(
    new TransactionControlError(
      `tx: a handler cannot call ${name}() on the connection of its transaction. It is given back when the handler resolves.`,
    ),
  );
}
