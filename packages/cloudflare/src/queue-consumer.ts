import type { DedupeStore, DispatchOutcome, EventEnvelope } from '@screening-webhooks/core';
import {
  checkDedupeStore,
  checkMilliseconds,
  checkNames,
  ignoreErrors,
  isQueuedEvent,
  type OptionNames,
  processQueued,
  type QueueOutcome,
  queueRetryDelay,
} from '@screening-webhooks/core/store-kit';
import { STORE_FIX } from './check-binding.js';

/** Processes one event: `receiver.dispatch`, or a function around it. */
export type QueueProcess<Env> = (
  event: EventEnvelope,
  context: { readonly signal: AbortSignal; readonly env: Env },
) => Promise<DispatchOutcome>;

/** The part of the batch that is used. The platform passes it to a Worker's `queue` handler. */
export interface QueueBatch {
  readonly messages: readonly QueueMessage[];
  /** Called when a message does not take its own `retry`. */
  retryAll?(): void;
}

/** The part of a batch's message that is used. */
export interface QueueMessage {
  readonly body: unknown;
  /** 1 for the first attempt. */
  readonly attempts: number;
  ack(): void;
  retry(options?: { delaySeconds?: number }): void;
}

/** The report of an attempt at a message, for `observe`. */
export interface QueueObservation {
  /** The event's id. Absent when `queueInbox` did not put the message into the queue. */
  readonly id?: string;
  readonly attempts: number;
  readonly outcome: QueueOutcome;
  /** Seconds. Absent when the message was acknowledged. */
  readonly retryAfter?: number;
  /** The error that the message's `ack` or `retry` threw. */
  readonly error?: unknown;
}

/** Options of {@link queueConsumer}. */
export interface QueueConsumerOptions {
  /** Milliseconds before the second attempt. Doubled for each further attempt, and rounded up to seconds. Default 1,000. */
  readonly backoff?: number | undefined;
  /** The longest wait between two attempts, in milliseconds. The platform allows 12 hours. Default 3,600,000. */
  readonly maxBackoff?: number | undefined;
  /**
   * Milliseconds after which the claim of a consumer that stopped responding ends. Renewed while the handler runs. Default
   * 60,000.
   */
  readonly lease?: number | undefined;
  /**
   * Milliseconds that a processed event is remembered. Must exceed the time that the queue keeps messages. Default 7 days.
   */
  readonly retention?: number | undefined;
  /** Called for every attempt. An error that it throws is ignored. */
  readonly observe?: ((observation: QueueObservation) => void) | undefined;
}

interface Attempt {
  readonly id?: string;
  readonly outcome: QueueOutcome;
}

// Seconds: https://developers.cloudflare.com/queues/platform/limits/
const LONGEST_DELAY = 43_200;

const optionNames: OptionNames<QueueConsumerOptions> = {
  backoff: true,
  maxBackoff: true,
  lease: true,
  retention: true,
  observe: true,
};

/**
 * A Worker's `queue` handler for the messages of `queueInbox`. Processes the events of a batch concurrently, each under a
 * claim in `store`, which must be the inbox's store. Acknowledges a message when its outcome is `processed`, `ignored`,
 * `discarded` or `duplicate`. Otherwise retries it with a growing delay, until the queue's `max_retries` make it a dead
 * letter. The handler never rejects.
 *
 * @throws TypeError for a malformed option. The message names the option and the fix.
 * @example
 * export default { fetch: app.fetch, queue: queueConsumer(receiver.dispatch, (env: Env) => durableObjectStore(env.DEDUPE)) };
 */
export function queueConsumer<Env = unknown>(
  process: QueueProcess<Env>,
  store: DedupeStore | ((env: Env) => DedupeStore),
  options: QueueConsumerOptions = {},
): (batch: QueueBatch, env: Env) => Promise<void> {
  if (typeof process !== 'function') {
    throw new TypeError(
      'process: expected a function. Give receiver.dispatch, or a function around it.',
    );
  }
  if (typeof store !== 'function') checkDedupeStore(store, 'store', STORE_FIX);
  checkNames(options, optionNames, 'queueConsumer');
  const storeFor = typeof store === 'function' ? store : () => store;
  const anyDuration = { most: Number.MAX_SAFE_INTEGER };
  const backoff = checkMilliseconds('backoff', options.backoff, 1000, anyDuration);
  const maxBackoff = checkMilliseconds('maxBackoff', options.maxBackoff, 3_600_000, anyDuration);
  const lease = checkMilliseconds('lease', options.lease, 60_000);
  const retention = checkMilliseconds('retention', options.retention, 604_800_000, anyDuration);

  async function attempt(body: unknown, env: Env): Promise<Attempt> {
    if (!isQueuedEvent(body)) {
      const error = new TypeError('The message was not put into the queue by queueInbox.');
      return { outcome: { kind: 'failed', error } };
    }
    const { key, event } = body;
    const outcome = await processQueued(key, {
      store: () => checkDedupeStore(storeFor(env), 'store', STORE_FIX),
      process: (signal) => process(event, { signal, env }),
      lease,
      retention,
    });
    return { id: event.id, outcome };
  }

  /** Resolves with whether the message could not be retried. Never rejects: a message costs only itself. */
  async function consume(message: QueueMessage, env: Env): Promise<boolean> {
    let attempts = 1;
    let attempted: Attempt;
    try {
      attempts = message.attempts || 1;
      attempted = await attempt(message.body, env);
    } catch (error) {
      attempted = { outcome: { kind: 'failed', error } };
    }
    const times = { backoff, maxBackoff };
    const retryAfter = queueRetryDelay(attempted.outcome, attempts, times, LONGEST_DELAY);
    const failure = settle(message, retryAfter);
    const observation = {
      ...attempted,
      attempts,
      ...(retryAfter === undefined ? {} : { retryAfter }),
      ...failure,
    };
    // Documented: an error of the observer is ignored.
    void ignoreErrors(() => options.observe?.(observation));
    return failure !== undefined && retryAfter !== undefined;
  }

  return async (batch, env) => {
    // Without a limit: what was acknowledged stays so when the platform ends an invocation in which a handler hangs, and the
    // rest is retried. https://developers.cloudflare.com/queues/configuration/batching-retries/#explicit-acknowledgement-and-retries
    const unsettled = await Promise.all(batch.messages.map((message) => consume(message, env)));
    // The platform acknowledges what was neither acknowledged nor retried. Only now: it ignores an `ack` after `retryAll`.
    if (unsettled.includes(true)) void ignoreErrors(() => batch.retryAll?.());
  };
}

function settle(
  message: QueueMessage,
  retryAfter: number | undefined,
): { readonly error: unknown } | undefined {
  try {
    if (retryAfter === undefined) message.ack();
    else message.retry({ delaySeconds: retryAfter });
    return undefined;
  } catch (error) {
    return { error };
  }
}
