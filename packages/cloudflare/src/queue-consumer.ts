import type {
  DedupeStore,
  DispatchOutcome,
  Duplicate,
  EventEnvelope,
  InProgress,
  Unavailable,
} from '@screening-webhooks/core';
import { checkMilliseconds, checkStore } from './check-options.js';
import { processMessage } from './process-message.js';
import { retryDelay } from './retry-delay.js';

/** What is used of the batch that the platform gives to a Worker's `queue` handler. */
export interface QueueBatch {
  readonly messages: readonly QueueMessage[];
}

/** What is used of a message in a batch. */
export interface QueueMessage {
  readonly body: unknown;
  /** 1 for the first attempt. */
  readonly attempts: number;
  ack(): void;
  retry(options?: { delaySeconds?: number }): void;
}

/** Processes one event: `receiver.dispatch`, or a function around it. */
export type QueueProcess<Env> = (
  event: EventEnvelope,
  context: { readonly signal: AbortSignal; readonly env: Env },
) => Promise<DispatchOutcome>;

/** How an attempt at a message ended. */
export type QueueOutcome = DispatchOutcome | Duplicate | InProgress | Unavailable;

/** What an observer of a consumer sees of an attempt. */
export interface QueueObservation {
  /** Absent when the message was not put there by `queueInbox`. */
  readonly id?: string;
  readonly attempts: number;
  readonly outcome: QueueOutcome;
  /** Seconds; absent when the message was acknowledged. */
  readonly retryAfter?: number;
}

/** Options of {@link queueConsumer}. */
export interface QueueConsumerOptions {
  /** Milliseconds before the second attempt; doubled for each further one, and rounded up to seconds. Default 1,000. */
  readonly backoff?: number;
  /** The longest wait between two attempts, in milliseconds; the platform allows 12 hours. Default 3,600,000. */
  readonly maxBackoff?: number;
  /** Milliseconds that a claim outlives a silent owner. Renewed while the handler lives. Default 60,000. */
  readonly lease?: number;
  /** Milliseconds that a processed event is remembered; more than the queue keeps messages. Default 7 days. */
  readonly retention?: number;
  /** Sees every attempt. What it throws changes nothing. */
  readonly observe?: (observation: QueueObservation) => void;
}

/**
 * A Worker's `queue` handler for what `queueInbox` stored: processes the events of a batch side by side, each under a claim
 * in `store`, which must be the inbox's. A message is acknowledged when its outcome is `processed`, `ignored`, `discarded`
 * or `duplicate`; else it is retried, later each time, until the queue's `max_retries` make it a dead letter. It never rejects.
 *
 * @throws TypeError for a malformed option, naming the option and the cure.
 * @example
 * export default { fetch: app.fetch, queue: queueConsumer(receiver.dispatch, (env: Env) => durableObjectStore(env.DEDUPE)) };
 */
export function queueConsumer<Env = unknown>(
  process: QueueProcess<Env>,
  store: DedupeStore | ((env: Env) => DedupeStore),
  options: QueueConsumerOptions = {},
): (batch: QueueBatch, env: Env) => Promise<void> {
  if (typeof process !== 'function') {
    throw new TypeError('process: expected a function. Give receiver.dispatch, or one around it.');
  }
  const storeOf = typeof store === 'function' ? store : always(checkStore(store));
  const backoff = checkMilliseconds('backoff', options.backoff, 1000);
  const maxBackoff = checkMilliseconds('maxBackoff', options.maxBackoff, 3_600_000);
  const times = {
    lease: checkMilliseconds('lease', options.lease, 60_000),
    retention: checkMilliseconds('retention', options.retention, 604_800_000),
  };

  async function settle(message: QueueMessage, env: Env): Promise<void> {
    const { id, outcome } = await processMessage(message.body, { process, storeOf, env, times });
    const retryAfter = retryDelay(outcome, message.attempts, { backoff, maxBackoff });
    if (retryAfter === undefined) message.ack();
    else message.retry({ delaySeconds: retryAfter });
    try {
      options.observe?.({
        ...(id === undefined ? {} : { id }),
        attempts: message.attempts,
        outcome,
        ...(retryAfter === undefined ? {} : { retryAfter }),
      });
    } catch {
      // Documented: an observer changes nothing.
    }
  }

  return async ({ messages }, env) => {
    await Promise.all(messages.map((message) => settle(message, env)));
  };
}

function always<T>(value: T): () => T {
  return () => value;
}
