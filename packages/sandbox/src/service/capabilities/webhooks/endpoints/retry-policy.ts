import type { RetryPolicy } from '../../../db/schema/index.js';

/** Attempts at 0, 1, 3, 7 and 15 minutes, each with 15 s for the answer (spec section 8). */
export const defaultRetryPolicy: RetryPolicy = {
  maxAttempts: 5,
  backoff: 'exponential',
  initialDelaySeconds: 60,
  multiplier: 2,
  maxDelaySeconds: 3600,
  timeoutSeconds: 15,
  jitter: 0,
};

/**
 * Seconds from the end of a failed attempt to the next. `undefined` if it was the last.
 *
 * @param attempts The number of attempts so far.
 * @param chance From 0 to 1, exclusive. Shortens the delay by up to `jitter`, so no delay is longer than without jitter.
 */
export function nextDelay(
  policy: RetryPolicy,
  attempts: number,
  chance: number,
): number | undefined {
  if (attempts >= policy.maxAttempts) return undefined;
  const growth = policy.backoff === 'exponential' ? policy.multiplier ** (attempts - 1) : 1;
  const longest = Math.min(policy.initialDelaySeconds * growth, policy.maxDelaySeconds);
  return longest * (1 - policy.jitter * chance);
}
