import type { EventEnvelope, Handler, HandlerContext } from '@screening-webhooks/core';
import {
  checkMilliseconds,
  checkNames,
  type EffectOptions,
  type EffectTransactions,
  effectNames,
  type OptionNames,
  transactionalHandler,
} from '@screening-webhooks/core/store-kit';
import { recordOnce } from './record-effect.js';
import {
  createSqlClient,
  type PostgresClient,
  type SqlClientOptions,
} from './sql/create-sql-client.js';
import { RolledBackError } from './sql/guarded-transaction.js';
import { isTransient, isTransientState } from './sql/server-error.js';

/** The context of a transactional handler. */
export interface TransactionContext<Tx, Framework = unknown> extends HandlerContext<Framework> {
  /** The open transaction: a `PoolClient` of pg, a `TransactionSql` of postgres, a `Transaction` of PGlite. */
  readonly tx: Tx;
}

/** Options of {@link transactional}. */
export interface TransactionalOptions extends EffectOptions, SqlClientOptions {
  /** Milliseconds that a statement waits for a lock. Default 5,000. The delivery is then answered 503. */
  readonly lockTimeout?: number | undefined;
  /**
   * Milliseconds between two statements after which the server rolls back, so that a process that hangs does not keep its
   * locks. Default 60,000. Make it longer for a handler that waits for something else in between.
   */
  readonly idleTimeout?: number | undefined;
}

const optionNames: OptionNames<TransactionalOptions> = {
  ...effectNames,
  prepare: true,
  timeout: true,
  lockTimeout: true,
  idleTimeout: true,
};

/**
 * A handler whose writes through `tx` happen exactly once per event: they are committed in one transaction with a row
 * that records them, and a run that finds the row does nothing. This holds with any dedupe store and any inbox. Effects
 * outside the transaction, such as mail and HTTP calls, still happen at least once.
 *
 * The transaction is committed when the handler resolves and rolled back when it throws. `tx` refuses a statement that
 * would end it, with a {@link TransactionControlError}; a nested BEGIN … COMMIT, as Drizzle and Kysely send it, becomes a
 * savepoint. When `signal` aborts, the transaction is rolled back at once.
 *
 * A refusal of the server whose reason passes, such as a lock, a conflict or a failover, is thrown as a `RetryLater`, and so
 * is a second run beside one that has not ended ({@link EffectInProgressError}).
 *
 * @throws TypeError when the client is not supported or an option is malformed.
 * @example
 * 'document_verification.completed': transactional(pool, async (event, { tx }) => {
 *   await tx.query('UPDATE clinicians SET active = true WHERE id = $1', [event.data.externalId]);
 * }),
 */
export function transactional<Event extends EventEnvelope, Tx, Framework = unknown>(
  client: PostgresClient<Tx>,
  handler: (event: Event, context: TransactionContext<Tx, Framework>) => unknown,
  options: TransactionalOptions = {},
): Handler<Event, Framework> {
  checkNames(options, optionNames, 'transactional');
  const sql = createSqlClient(client, options);
  const lockTimeout = checkMilliseconds('lockTimeout', options.lockTimeout, 5000);
  const idleTimeout = checkMilliseconds('idleTimeout', options.idleTimeout, 60_000);
  const transactions: EffectTransactions<Event, Tx> = {
    run: (event, signal, body) =>
      sql.transaction(
        async (tx, query) => {
          if (await recordOnce(query, event, options)) await body(tx);
        },
        { lockTimeout, idleTimeout, signal },
      ),
    // When the handler threw an error, only its state says that it is the database's.
    isTransient(error, isInHandler) {
      if (error instanceof RolledBackError) return false;
      return isInHandler ? isTransientState(error) : isTransient(error);
    },
  };
  return transactionalHandler(transactions, handler, options);
}
