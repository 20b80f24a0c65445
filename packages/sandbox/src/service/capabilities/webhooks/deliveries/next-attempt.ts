import type { Job } from '../../../kernel/jobs.js';
import type { EndpointRow } from '../endpoints/find-endpoint.js';
import type { StartedAttempt } from './started-attempt.js';

/** Why the attempt of a job is made. */
export function triggerOf(
  { kind }: Pick<Job, 'kind'>,
  { test }: { readonly test: boolean },
): Exclude<StartedAttempt['trigger'], 'fault'> {
  if (kind === 'manual_attempt') return 'manual';
  return test ? 'test' : 'scheduled';
}

/**
 * Whether an endpoint takes no attempt now: the action that its delivery needs in place of one. Every attempt goes through it,
 * whether it is the first, a retry, a replay, or is made again after an interruption. A test does not regard a pause.
 */
export function stopOf(
  { paused, deletedAt }: Pick<EndpointRow, 'paused' | 'deletedAt'>,
  trigger: StartedAttempt['trigger'],
): 'cancel' | 'hold' | undefined {
  if (deletedAt !== null) return 'cancel';
  return paused && trigger !== 'test' ? 'hold' : undefined;
}
