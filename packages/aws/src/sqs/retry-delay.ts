import type { SqsOutcome } from './process-message.js';

// Seconds. A message may be invisible for 12 hours since it was received, its processing included:
// https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_ChangeMessageVisibility.html
const LONGEST_DELAY = 39_600;

/**
 * The whole seconds after which a message must be tried again; undefined when it is done.
 *
 * @param attempts 1 for the first attempt.
 * @param times Milliseconds.
 */
export function retryDelay(
  outcome: SqsOutcome,
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
