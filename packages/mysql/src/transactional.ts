import type { EventEnvelope, Handler, HandlerContext } from '@screening-webhooks/core';
import {
  checkMilliseconds,
  checkNames,
  type EffectOptions,
  effectNames,
  effectOf,
  type OptionNames,
  transactionalHandler,
} from '@screening-webhooks/core/store-kit';
import { effectStatements } from './claim-statements.js';
import { runRecorded } from './effect-transaction.js';
import type { MysqlPool } from './sql/mysql-pool.js';
import { isTransient, isTransientState } from './sql/server-error.js';
import { sqlClient } from './sql/sql-client.js';

/** The context of a transactional handler. */
export interface TransactionContext<Tx, Framework = unknown> extends HandlerContext<Framework> {
  /** The open transaction: a `PoolConnection` of `mysql2/promise`. */
  readonly tx: Tx;
}

/** Options of {@link transactional}. */
export interface TransactionalOptions extends EffectOptions {
  /**
   * Milliseconds that a statement of this package waits for its answer. Default 5,000. Statements of the handler have no limit but
   * those of the server.
   */
  readonly timeout?: number | undefined;
}

const optionNames: OptionNames<TransactionalOptions> = {
  ...effectNames,
  timeout: true,
};

/**
 * A handler whose writes through `tx` happen exactly once per event: they are committed in one transaction with a row that records
 * them, and a run that finds the row does nothing. This holds with any dedupe store and any inbox. Effects outside the
 * transaction, such as mail and HTTP calls, still happen at least once.
 *
 * The transaction is committed when the handler resolves and rolled back when it throws. `tx` refuses a statement that would end
 * it, with a {@link TransactionControlError}; a nested BEGIN … COMMIT, as Drizzle sends it, becomes a savepoint. When `signal`
 * aborts, the transaction is rolled back at once.
 *
 * A refusal of the server whose reason passes, such as a lock, a conflict or a failover, is thrown as a `RetryLater`, and so is a
 * second run beside one that has not ended ({@link EffectInProgressError}).
 *
 * @throws TypeError when the client is not a pool of `mysql2`, or an option is malformed.
 * @example
 * 'document_verification.completed': transactional(pool, async (event, { tx }) => {
 *   await tx.query('UPDATE clinicians SET active = 1 WHERE id = ?', [event.data.externalId]);
 * }),
 */
export function transactional<Event extends EventEnvelope, Tx, Framework = unknown>(
  client: MysqlPool<Tx>,
  handler: (event: Event, context: TransactionContext<Tx, Framework>) => unknown,
  options: TransactionalOptions = {},
): Handler<Event, Framework> {
  checkNames(options, optionNames, 'transactional');
  const sql = sqlClient(client, checkMilliseconds('timeout', options.timeout, 5000));
  return transactionalHandler<Event, Tx, Framework>(
    {
      run: (event, signal, body) =>
        runRecorded(sql, effectStatements(options.table, effectOf(event, options)), signal, body),
      // When the handler threw an error, only its number says that it is the server's.
      isTransient: (error, isInHandler) =>
        isInHandler ? isTransientState(error) : isTransient(error),
    },
    handler,
    options,
  );
}
