import type { z } from 'zod';
import type { WebhookAttempt } from '../../service/capabilities/webhooks/index.js';

type Attempt = z.output<typeof WebhookAttempt>;

/**
 * The attempts that ended with a change of their delivery: the last one of its own, and what a fault has added to it.
 *
 * @param attempts All of the delivery, in their order; later ones included.
 * @param attemptCount How many there were at the change.
 */
export function endedAttempts(
  attempts: readonly Attempt[],
  attemptCount: number,
): readonly Attempt[] {
  const known = attempts.filter(({ number }) => number <= attemptCount);
  const own = known.findLastIndex(({ trigger }) => trigger !== 'fault');
  return own === -1 ? [] : known.slice(own);
}
