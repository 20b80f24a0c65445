import {
  abortable,
  EffectInProgressError,
  LostConnectionError,
  NoAnswerError,
  TransactionControlError,
} from '@screening-webhooks/core/store-kit';
import { type EffectStatements, explainMissingTable, RECORDED_BEFORE } from './claim-statements.js';
import { guardConnection } from './sql/guard-connection.js';
import { NO_SUCH_SAVEPOINT, serverErrorOf } from './sql/server-error.js';
import { asError, putBack, resultOf, type SqlClient, type SqlQuery } from './sql/sql-client.js';
import { TransactionControl } from './sql/transaction-control.js';

const SAVEPOINT = 'screening_handler';

/**
 * Runs `body` in a transaction whose last statement records the effect, and not at all when that is recorded. Last, so that a
 * transaction that `body` has ended all the same is never taken for done. When `signal` aborts before the end, the transaction is
 * rolled back at once.
 *
 * @throws EffectInProgressError when another run holds the lock; TransactionControlError when `body` has ended the transaction.
 */
export async function runRecorded<Tx>(
  { connections, query: queryBeside, timeout }: SqlClient<Tx>,
  { table, lockName, isRecorded, uncover, record }: EffectStatements,
  signal: AbortSignal,
  body: (tx: Tx) => Promise<void>,
): Promise<void> {
  signal.throwIfAborted();
  // A handler may have to wait until others have ended: its signal limits that.
  const held = await connections.take(Infinity);
  const query: SqlQuery = async (sql) =>
    resultOf(await explainMissingTable(table, held.query(sql, timeout)));
  const unlock = [`DO RELEASE_LOCK(${lockName})`];
  const control = new TransactionControl();
  let threadId = 0;
  const onAbort = (): void => {
    held.release(new Error('The transaction was aborted.'));
    // The server would finish the statement that runs, and keep its locks until then.
    if (threadId > 0) queryBeside(`KILL ${threadId}`).catch(() => {});
  };
  // The pool sets up a new connection as it does each: a reset would take away what the pool has set, too.
  const giveBack = (): Promise<void> =>
    putBack(
      held,
      unlock,
      timeout,
      control.hasChangedSession ? new Error('A handler has changed the session.') : undefined,
    );
  signal.addEventListener('abort', onAbort, { once: true });
  // It may have aborted during the wait for the connection.
  if (signal.aborted) onAbort();
  try {
    signal.throwIfAborted();
    // The lock only spares a second run its work: what makes the effect happen once is the key of its row.
    const { rows } = await query(
      `SELECT CONNECTION_ID() AS id, GET_LOCK(${lockName}, 0) AS free, ${isRecorded} AS recorded`,
    );
    threadId = Number(rows[0]?.['id']);
    if (Number(rows[0]?.['free']) !== 1) {
      held.release();
      throw new EffectInProgressError();
    }
    if (Number(rows[0]?.['recorded']) === 1) return await putBack(held, unlock, timeout);
    await query('START TRANSACTION');
    await query(`SAVEPOINT ${SAVEPOINT}`);
    await runGuarded(held.connection, control, signal, body);
    // From here on, the server decides.
    signal.removeEventListener('abort', onAbort);
    await query(`RELEASE SAVEPOINT ${SAVEPOINT}`).catch(explainEnd);
    if (control.hasChangedSession) await query(uncover);
    // Another run, on another server of a cluster or past a lost lock, was faster: then its effect is the one.
    const { code } = await query(record);
    await query(code === RECORDED_BEFORE ? 'ROLLBACK' : 'COMMIT');
  } catch (error) {
    if (error instanceof NoAnswerError) held.release(error);
    if (held.isReleased()) throw error;
    try {
      await query('ROLLBACK');
    } catch (broken) {
      held.release(asError(broken));
      throw new LostConnectionError(error);
    }
    await giveBack();
    throw error;
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
  await giveBack();
}

async function runGuarded<Tx extends object>(
  connection: Tx,
  control: TransactionControl,
  signal: AbortSignal,
  body: (tx: Tx) => Promise<void>,
): Promise<void> {
  try {
    await abortable(signal, body(guardConnection(connection, control)));
  } catch (error) {
    control.close();
    throw error;
  }
  control.end();
}

function explainEnd(error: unknown): never {
  if (serverErrorOf(error) !== NO_SUCH_SAVEPOINT) throw error;
  throw new TransactionControlError(
    'tx: the handler has ended its transaction, so that what it had written may be committed without the record of the event. Remove its COMMIT, ROLLBACK, CREATE or the like: the transaction is committed when the handler resolves, and rolled back when it throws.',
  );
}
