import { abortable } from './abortable.js';
import { errorCode } from './error-code.js';
import { NestedTransactions } from './nested-transactions.js';
import type { GuardOptions, SqlQuery } from './sql-client.js';
import { TransactionControlError } from './transaction-control.js';

/** A transaction that the driver has begun and will end. */
export interface BegunTransaction<Tx> {
  readonly query: SqlQuery;
  /** The driver's transaction, kept within the rules of `nested`. */
  readonly guard: (nested: NestedTransactions) => Tx;
  /** Called when the transaction has its limits. Ids of transactions are 64-bit numbers. */
  readonly onBegun?: (id: string) => void;
}

const IN_FAILED_TRANSACTION = '25P02';
const START = `
  SELECT set_config('lock_timeout', $1, true), set_config('idle_in_transaction_session_timeout', $2, true),
    current_setting('standard_conforming_strings') AS strings, pg_current_xact_id()::text AS id`;
const END = 'SELECT pg_current_xact_id_if_assigned()::text AS id';

/**
 * Runs `body` in a transaction that it cannot end, with limits on its waits. Resolves with the transaction's id when a
 * COMMIT will commit all of it; otherwise it rejects, and the driver must roll back. When `signal` aborts, it rejects
 * at once.
 *
 * @throws TransactionControlError when `body` tried to end the transaction, or ended it.
 */
export async function runGuarded<Tx>(
  { query, guard, onBegun }: BegunTransaction<Tx>,
  body: (tx: Tx, query: SqlQuery) => Promise<void>,
  { lockTimeout, idleTimeout, signal }: GuardOptions,
): Promise<string> {
  signal.throwIfAborted();
  const limits = [lockTimeout, idleTimeout].map((ms) => `${Math.ceil(ms)}ms`);
  const [start] = await abortable(signal, query(START, limits));
  const id = String(start?.['id']);
  onBegun?.(id);
  const nested = new NestedTransactions(start?.['strings'] === 'off');
  try {
    await abortable(signal, body(guard(nested), query));
  } catch (error) {
    nested.close();
    throw error;
  }
  nested.end();
  const [end] = await abortable(signal, query(END, []).catch(explainFailedTransaction));
  if (end?.['id'] !== id) {
    throw new TransactionControlError(
      'tx: the handler has ended its transaction, so that its writes may be committed without the record of the event. Remove its COMMIT or ROLLBACK: the transaction is committed when the handler resolves, and rolled back when it throws.',
    );
  }
  signal.throwIfAborted();
  return id;
}

/** The server has answered COMMIT with ROLLBACK. */
export class RolledBackError extends Error {
  constructor(options?: ErrorOptions) {
    super(
      'The transaction was rolled back: a statement in it had failed, and its error was caught. Rethrow the error, or use a savepoint.',
      options,
    );
  }
}

function explainFailedTransaction(error: unknown): never {
  throw errorCode(error) === IN_FAILED_TRANSACTION ? new RolledBackError({ cause: error }) : error;
}
