import type { QueueOutcome } from './queue-consumer.js';

// https://developers.cloudflare.com/queues/platform/limits/
const LONGEST_DELAY = 43_200;

/** In how many whole seconds a message is to be tried again; undefined when it is done. One total table. */
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
      return wholeSeconds(outcome.retryAfter);
    case 'failed':
      // RetryLater says when; an outage of the store or a rejected event has only the backoff.
      return wholeSeconds(outcome.retryAfter ?? backoff);
    case 'unavailable':
    case 'rejected':
      return wholeSeconds(backoff);
  }
}

function wholeSeconds(seconds: number): number {
  return Math.min(Math.max(1, Math.ceil(seconds)), LONGEST_DELAY);
}
