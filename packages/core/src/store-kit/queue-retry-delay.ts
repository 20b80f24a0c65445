import type { QueueOutcome } from './process-queued.js';

/** How long a queue waits between two attempts at a message. Milliseconds. */
export interface QueueBackoff {
  /** Before the second attempt. Doubled for each further one. */
  readonly backoff: number;
  readonly maxBackoff: number;
}

/**
 * The whole seconds after which a message must be tried again; undefined when it is done.
 *
 * @param attempts 1 for the first attempt.
 * @param longest Seconds that the queue allows.
 */
export function queueRetryDelay(
  outcome: QueueOutcome,
  attempts: number,
  times: QueueBackoff,
  longest: number,
): number | undefined {
  const within = (seconds: number) => Math.min(Math.max(1, Math.ceil(seconds)), longest);
  const backoff = Math.min(times.backoff * 2 ** (attempts - 1), times.maxBackoff) / 1000;
  switch (outcome.kind) {
    case 'processed':
    case 'ignored':
    case 'discarded':
    case 'duplicate':
      return undefined;
    case 'in_progress':
      return within(outcome.retryAfter);
    case 'failed':
      // `retryAfter` is set when the handler threw RetryLater.
      return within(outcome.retryAfter ?? backoff);
    case 'unavailable':
    case 'rejected':
      return within(backoff);
  }
}
