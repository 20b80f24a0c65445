import type { SandboxSchemas } from '@screening-webhooks/sandbox';

type RetryPolicy = SandboxSchemas['RetryPolicy'];

/** An attempt that a policy allows. */
interface PlannedAttempt {
  readonly number: number;
  /** From the end of the attempt before, at the longest: jitter takes some of it away. */
  readonly waitMs: number;
  /** From the event, when each attempt before failed at once, and jitter is at its most. */
  readonly earliestMs: number;
}

/** When a delivery is attempted that always fails. */
export interface RetrySchedule {
  readonly attempts: readonly PlannedAttempt[];
  /** From the event to the end of the last attempt, when each one fails at once. */
  readonly earliestEndMs: number;
  /** The same, when each one waits for its whole timeout. */
  readonly latestEndMs: number;
}

/** The attempts of a policy. A wait begins at the end of the attempt before, so slow answers move all that follow. */
export function retrySchedule(policy: RetryPolicy): RetrySchedule {
  const { maxAttempts, timeoutSeconds, jitter } = policy;
  const attempts: PlannedAttempt[] = [];
  let earliestMs = 0;
  let longestMs = 0;
  for (let number = 1; number <= maxAttempts; number += 1) {
    const waitMs = number === 1 ? 0 : waitAfter(policy, number - 1) * 1000;
    earliestMs += waitMs * (1 - jitter);
    longestMs += waitMs;
    attempts.push({ number, waitMs, earliestMs });
  }
  const latestEndMs = longestMs + maxAttempts * timeoutSeconds * 1000;
  return { attempts, earliestEndMs: earliestMs, latestEndMs };
}

/** Seconds from the end of a failed attempt to the next one. */
function waitAfter(policy: RetryPolicy, attemptsMade: number): number {
  const { backoff, initialDelaySeconds, multiplier, maxDelaySeconds } = policy;
  const growth = backoff === 'exponential' ? multiplier ** (attemptsMade - 1) : 1;
  return Math.min(initialDelaySeconds * growth, maxDelaySeconds);
}
