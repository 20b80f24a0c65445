import type { RetryPolicy, webhookAttempts } from '../../../db/schema/index.js';
import type { Job } from '../../../kernel/command.js';
import type { EndpointRow } from './records.js';

type Trigger = (typeof webhookAttempts.$inferSelect)['trigger'];

/** Why the service makes an attempt. A fault adds the others. */
export function chooseTrigger(
  { kind }: Pick<Job, 'kind'>,
  { test }: { readonly test: boolean },
): Exclude<Trigger, 'fault'> {
  if (kind === 'manual_attempt') return 'manual';
  return test ? 'test' : 'scheduled';
}

/**
 * Returns the action that a delivery needs if its endpoint takes no attempt now. Applies to every attempt: the first, a retry, a
 * replay, and a repetition after an interruption. A test ignores a pause.
 */
export function findStop(
  { paused, deletedAt }: Pick<EndpointRow, 'paused' | 'deletedAt'>,
  trigger: Trigger,
): 'cancel' | 'hold' | undefined {
  if (deletedAt !== null) return 'cancel';
  return paused && trigger !== 'test' ? 'hold' : undefined;
}

type Secrets = Pick<EndpointRow, 'secret' | 'previousSecret' | 'previousSecretExpiresAt'>;

/** The secrets that sign at a virtual time, the newest first: while a roll overlaps, two of them. */
export function signingSecrets(endpoint: Secrets, now: Date): readonly [string, ...string[]] {
  const { previousSecret } = overlapAt(endpoint, now);
  return previousSecret === null ? [endpoint.secret] : [endpoint.secret, previousSecret];
}

/** The secret before the last roll, and its end, while it still signs. */
export function overlapAt(
  { previousSecret, previousSecretExpiresAt: expiresAt }: Secrets,
  now: Date,
) {
  if (expiresAt === null || expiresAt <= now) {
    return { previousSecret: null, previousSecretExpiresAt: null };
  }
  return { previousSecret, previousSecretExpiresAt: expiresAt };
}

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
