import type { webhookAttempts } from '../../../db/schema/index.js';
import type { EndpointRow } from './records.js';

/**
 * Returns the action that a delivery needs if its endpoint takes no attempt now. Applies to every attempt: the first, a retry, a
 * replay, or one that is made again after an interruption. A test ignores a pause.
 */
export function findStop(
  { paused, deletedAt }: Pick<EndpointRow, 'paused' | 'deletedAt'>,
  trigger: (typeof webhookAttempts.$inferSelect)['trigger'],
): 'cancel' | 'hold' | undefined {
  if (deletedAt !== null) return 'cancel';
  return paused && trigger !== 'test' ? 'hold' : undefined;
}
