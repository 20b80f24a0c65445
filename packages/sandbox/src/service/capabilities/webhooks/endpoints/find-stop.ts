import type { webhookAttempts } from '../../../db/schema/index.js';
import type { EndpointRow } from './records.js';

/**
 * Whether an endpoint takes no attempt now: the action that its delivery needs in place of one. Every attempt goes through it,
 * whether it is the first, a retry, a replay, or is made again after an interruption. A test does not regard a pause.
 */
export function findStop(
  { paused, deletedAt }: Pick<EndpointRow, 'paused' | 'deletedAt'>,
  trigger: (typeof webhookAttempts.$inferSelect)['trigger'],
): 'cancel' | 'hold' | undefined {
  if (deletedAt !== null) return 'cancel';
  return paused && trigger !== 'test' ? 'hold' : undefined;
}
