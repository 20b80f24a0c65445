import type { Job } from '../../../kernel/schedule.js';
import type { StartedAttempt } from './started-attempt.js';

/** Why the attempt of a job is made. */
export function triggerOf(
  { kind }: Pick<Job, 'kind'>,
  { test }: { readonly test: boolean },
): Exclude<StartedAttempt['trigger'], 'fault'> {
  if (kind === 'manual_attempt') return 'manual';
  return test ? 'test' : 'scheduled';
}
