import { escapeKeyPart, escapeLastPart } from '../dedupe/dedupe-key.js';
import { PermanentError, RetryLater } from '../errors/errors.js';
import type { EventEnvelope } from '../events/webhook-event.js';
import type { Handler, HandlerContext } from '../handlers/handlers.js';
import type { OptionNames } from '../options/check-options.js';
import { tableParts } from './claims-table.js';
import { isRecord } from './is-record.js';
import { abortable } from './within.js';

const FOURTEEN_DAYS = 14 * 24 * 60 * 60 * 1000;

/** How the effects of an event are recorded. */
export interface EffectOptions {
  /** The store's table: `name` or `schema.name`. Default `screening_webhook_claims`. */
  readonly table?: string | undefined;
  /**
   * Identifies the effect within the event's integration. Default: the event's id. With reconciliation, pass `resultId`
   * of the core, so that a result received both by webhook and by poll has one effect.
   */
  readonly key?: ((event: EventEnvelope) => string) | undefined;
  /** Distinguishes several effects of one event, such as those of two handlers. Default: empty. */
  readonly name?: string | undefined;
  /**
   * Milliseconds that the effect is remembered. Must exceed the time after which a retry or a replay can still arrive, so
   * more than the `retention` of the receiver and of the inbox. Default 14 days.
   */
  readonly retention?: number | undefined;
}

/** The names of {@link EffectOptions}, for `checkNames`. */
export const effectNames: OptionNames<EffectOptions> = {
  table: true,
  key: true,
  name: true,
  retention: true,
};

/** The row that records the effect of an event: its key, and the milliseconds that it is kept. */
export interface Effect {
  readonly key: string;
  readonly retention: number;
}

/** The effect of an event. The claims of receivers share its table: in their keys, a percent sign is always part of an escape. */
export function effectOf(
  event: EventEnvelope,
  { key, name = '', retention = FOURTEEN_DAYS }: EffectOptions,
): Effect {
  const { data } = event;
  const integration = isRecord(data) ? data['integrationId'] : undefined;
  const parts = [name, typeof integration === 'string' ? integration : ''].map(escapeKeyPart);
  const last = escapeLastPart(key ? key(event) : event.id);
  return { key: `%effect:${parts.join(':')}:${last}`, retention };
}

/**
 * Another transaction is recording the same effect and has not ended. As a {@link RetryLater}, it is answered 503, and the
 * sender or the inbox delivers the event again.
 */
export class EffectInProgressError extends RetryLater {
  override message = 'Another run of this event has not ended its transaction yet.';

  constructor() {
    super({ after: 1 });
    this.name = 'EffectInProgressError';
  }
}

/** A statement of a handler that would end the transaction, or one sent after its end. The message names the fix. */
export class TransactionControlError extends Error {
  override readonly name = 'TransactionControlError';
}

/** A fault of the installation that a retry cannot repair. The message names the fix. */
export class SetupError extends Error {}

/** A transaction failed and its connection did not take the ROLLBACK. The error of the transaction is the `cause`. */
export class LostConnectionError extends Error {
  constructor(cause: unknown) {
    super('The connection was lost during the transaction.', { cause });
  }
}

/** How a database runs a handler. */
export interface EffectTransactions<Event, Tx> {
  /**
   * Runs `body` in a transaction that records the effects of the event, and not at all when they were recorded before. Rolls back
   * when `body` rejects or the signal aborts.
   */
  readonly run: (
    event: Event,
    signal: AbortSignal,
    body: (tx: Tx) => Promise<void>,
  ) => Promise<void>;
  /** Whether the event is to be delivered again after an error, which the handler threw, or a statement around it. */
  readonly isTransient: (error: unknown, isInHandler: boolean) => boolean;
}

/**
 * A handler that runs in a transaction with the record of its effects. A failure of the database that passes is
 * thrown as a {@link RetryLater}.
 *
 * @throws TypeError when an option is malformed.
 */
export function transactionalHandler<Event extends EventEnvelope, Tx, Framework>(
  { run, isTransient }: EffectTransactions<Event, Tx>,
  handler: (event: Event, context: HandlerContext<Framework> & { readonly tx: Tx }) => unknown,
  options: EffectOptions,
): Handler<Event, Framework> {
  tableParts(options.table);
  if (options.key !== undefined && typeof options.key !== 'function') {
    throw new TypeError('key: expected a function of the event, such as resultId of the core.');
  }
  return async (event, context) => {
    const { signal } = context;
    let isInHandler = false;
    const running = run(event, signal, async (tx) => {
      isInHandler = true;
      await handler(event, { ...context, tx });
      isInHandler = false;
    });
    try {
      // Not only in the transaction: a pool may not have a connection for it.
      await abortable(signal, running);
    } catch (thrown) {
      // The handler's decision holds, also when the connection was lost.
      const error =
        thrown instanceof LostConnectionError && isDecision(thrown.cause) ? thrown.cause : thrown;
      if (signal.aborted || isDecision(error)) throw error;
      if (error instanceof TransactionControlError || !isTransient(error, isInHandler)) throw error;
      throw new RetryLater({ after: 1, cause: error });
    }
  };
}

function isDecision(error: unknown): boolean {
  return error instanceof RetryLater || error instanceof PermanentError;
}
