import type { QueueOutcome } from './process-message.js';

// Seconds: https://developers.cloudflare.com/queues/platform/limits/
const LONGEST_DELAY = 43_200;

/**
 * The whole seconds after which a message must be tried again; undefined when it is done.
 *
 * @param attempts 1 for the first attempt.
 * @param times Milliseconds.
 */
export function retryDelay(
  outcome: QueueOutcome,
  attempts: number,
  times: { readonly backoff: number; readonly maxBackoff: number },
): number | undefined {
  const backoff = Math.min(times.backoff * 2 ** (attempts - 1), times.maxBackoff) / 1000;
  switch (outcome.kind) {
    case 'processed':
    case 'ignored':
    case 'discarded':
    case 'duplicate':
      return undefined;
    case 'in_progress':
      return toDelay(outcome.retryAfter);
    case 'failed':
      // `retryAfter` is set when the handler threw RetryLater.
      return toDelay(outcome.retryAfter ?? backoff);
    case 'unavailable':
    case 'rejected':
      return toDelay(backoff);
  }
}

function toDelay(seconds: number): number {
  return Math.min(Math.max(1, Math.ceil(seconds)), LONGEST_DELAY);
}
