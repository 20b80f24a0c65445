import { abortable, TransactionControlError, withCauses } from '@screening-webhooks/core/store-kit';
import { errorCode } from './server-error.js';
import type { GuardOptions, SqlQuery, SqlRow } from './sql-client.js';
import { SAVEPOINT, TransactionControl } from './transaction-control.js';
import type { TransactionWatch } from './watch-transaction.js';

/** How a driver begins and ends a transaction. */
export interface TransactionSteps<Tx> {
  /** Runs a script as the first of the transaction. Resolves with the rows of its last statement. */
  readonly begin: (script: string) => Promise<readonly SqlRow[]>;
  readonly query: SqlQuery;
  /** The driver's transaction, kept within the rules of `control`. `id` is the transaction's, a 64-bit number. */
  readonly guard: (control: TransactionControl, id: string) => Tx;
  /** Watches the transaction from another connection, where the driver has one. */
  readonly watch?: (id: string) => TransactionWatch;
  /** Undoes what `body` has done to the session, where its connection is kept. */
  readonly restoreSession?: () => Promise<unknown>;
  /** Runs a script as the last of the transaction, which must not be committed if it fails. */
  readonly end: (script: string) => Promise<unknown>;
}

/**
 * Runs `body` in a transaction that it cannot end, with limits on its waits. Resolves with the transaction's id when a
 * COMMIT commits, or has committed, all of it; otherwise it rejects, and the driver must roll back. When `signal` aborts
 * before the end, it rejects at once.
 *
 * @throws TransactionControlError when `body` tried to end the transaction, or ended it.
 */
export async function runGuarded<Tx>(
  { begin, query, guard, watch: startWatch, restoreSession, end }: TransactionSteps<Tx>,
  body: (tx: Tx, query: SqlQuery) => Promise<void>,
  { lockTimeout, idleTimeout, signal }: GuardOptions,
): Promise<string> {
  signal.throwIfAborted();
  const [start] = await abortable(signal, begin(startScript(lockTimeout, idleTimeout)));
  const id = String(start?.at(-1));
  const control = new TransactionControl();
  const watch = startWatch?.(id);
  try {
    const running = body(guard(control, id), query);
    await abortable(watch ? AbortSignal.any([signal, watch.signal]) : signal, running);
  } catch (error) {
    control.close();
    throw explainedOfHandler(error);
  } finally {
    watch?.stop();
  }
  control.end();
  try {
    if (control.changesSession) await restoreSession?.();
    await end(endScript(id));
  } catch (error) {
    throw explainedAtEnd(error);
  }
  return id;
}

// Scripts, so that a driver can send them with its BEGIN and its COMMIT in one round trip.
function startScript(lockTimeout: number, idleTimeout: number): string {
  return `SELECT set_config('lock_timeout', '${Math.ceil(lockTimeout)}ms', true),
    set_config('idle_in_transaction_session_timeout', '${Math.ceil(idleTimeout)}ms', true),
    pg_current_xact_id()::text AS id`;
}

/** Gives up the locks of a session, which outlive a ROLLBACK too. */
export const UNLOCK = 'SELECT pg_advisory_unlock_all()::text';

/** Brings a session back to what it was when it was opened, in its transaction. */
export const RESET_SESSION: string = `SET SESSION AUTHORIZATION DEFAULT; RESET ROLE; RESET ALL; DISCARD TEMP; CLOSE ALL; ${UNLOCK}`;

/** Fails with a division by zero in another transaction. */
function endScript(id: string): string {
  return `SELECT 1 / (coalesce(pg_current_xact_id_if_assigned()::text, '') = '${BigInt(id)}')::int`;
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

/**
 * Asks the server whether a transaction is committed, for drivers that hide its answer to COMMIT: `postgres` repeats a
 * prepared COMMIT that a pooler has sent to the wrong connection, and takes the ROLLBACK that answers it for success.
 *
 * @param script Sends a statement that is not prepared: that pooler could lose a prepared one too.
 */
export async function confirmCommit(
  script: (text: string) => Promise<readonly SqlRow[]>,
  id: string,
): Promise<void> {
  const [row] = await script(`SELECT pg_xact_status('${BigInt(id)}'::xid8) AS status`);
  if (row?.[0] !== 'committed') throw new RolledBackError();
}

/** The error that {@link TransactionControl} has made the server answer, in the handler's terms. */
function explainedOfHandler(error: unknown): unknown {
  for (const cause of withCauses(error)) {
    const message = messageFor(cause);
    if (message !== undefined) return new TransactionControlError(message, { cause: error });
  }
  return error;
}

function messageFor(error: Error): string | undefined {
  const code = errorCode(error);
  if (code === NO_SAVEPOINT && error.message.includes(SAVEPOINT)) {
    return 'tx: a handler cannot end its transaction with COMMIT or ROLLBACK. It is committed when the handler resolves; throw to roll it back.';
  }
  // The only syntax error of this function of the server, in every language.
  if (code === SYNTAX_ERROR && Reflect.get(error, 'routine') === 'exec_parse_message') {
    return 'tx: a text that has parameters, or a word such as BEGIN or COMMIT, is one statement. Send its statements one by one.';
  }
  return undefined;
}

function explainedAtEnd(error: unknown): unknown {
  const code = errorCode(error);
  if (code === IN_FAILED_TRANSACTION) return new RolledBackError({ cause: error });
  if (code !== DIVISION_BY_ZERO) return error;
  return new TransactionControlError(
    'tx: the handler has ended its transaction, so that its writes may be committed without the record of the event. Remove its COMMIT or ROLLBACK: the transaction is committed when the handler resolves, and rolled back when it throws.',
  );
}

// https://www.postgresql.org/docs/current/errcodes-appendix.html
const NO_SAVEPOINT = '3B001';
const SYNTAX_ERROR = '42601';
const IN_FAILED_TRANSACTION = '25P02';
const DIVISION_BY_ZERO = '22012';
