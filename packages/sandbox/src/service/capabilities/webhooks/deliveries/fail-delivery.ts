import type { RetryPolicy } from '../../../db/schema/index.js';
import { transition } from '../../../http/state-machine.js';
import { type Command, schedule } from '../../../kernel/command.js';
import type { FailureCause } from '../delivery-records.js';
import { type DeliveryStatus, deliveryStates } from '../delivery-states.js';
import { findStop } from '../endpoints/find-stop.js';
import { mailAboutFailing } from '../endpoints/health.js';
import { recordFailure } from '../endpoints/records.js';
import { nextDelay } from '../endpoints/retry-policy.js';
import { countUsedAttempts } from './attempt-records.js';
import { writeFailed } from './records.js';
import type { StartedAttempt } from './started-attempt.js';

type FailedAttempt = Pick<
  StartedAttempt,
  'deliveryId' | 'endpointId' | 'url' | 'trigger' | 'replayOf'
>;

/** Why an attempt has failed. */
interface Failure {
  readonly cause: FailureCause;
  /** One sentence. */
  readonly message: string;
}

/** The state of every delivery whose attempt ends. */
export const inFlight = { status: 'delivering' } as const;

/**
 * Records what follows from an attempt that has failed: another attempt, or the end of the delivery.
 *
 * @returns the status that the delivery has now.
 */
export async function failDelivery(
  command: Command,
  attempt: FailedAttempt,
  { cause, message }: Failure,
): Promise<DeliveryStatus> {
  const { tx, now } = command;
  const { deliveryId, endpointId, trigger, replayOf } = attempt;
  const endpoint = await recordFailure(tx, attempt, now);
  if (endpoint.url === attempt.url) await mailAboutFailing(command, endpoint, message);
  const delay = await delayAfter(command, attempt, endpoint.retryPolicy);
  const lost = delay === undefined ? 'give-up' : (findStop(endpoint, trigger) ?? 'retry');
  const action = replayOf === 'succeeded' ? 'keep-success' : lost;
  // The command runs at the end of the attempt, so the backoff begins there.
  const nextAttemptAt =
    action === 'retry' && delay !== undefined ? new Date(now.getTime() + delay * 1000) : null;
  const { status } = transition(deliveryStates, action, inFlight, inFlight);
  const isOver = action === 'keep-success' || action === 'cancel';
  const failed = { id: deliveryId, status, nextAttemptAt, cause: isOver ? null : cause };
  await writeFailed(command, failed, inFlight.status);
  if (nextAttemptAt) {
    await schedule(tx, {
      kind: 'delivery_attempt',
      ref: deliveryId,
      dueAt: nextAttemptAt,
      endpointId,
      tenantId: endpoint.tenantId,
    });
  }
  return status;
}

/** Seconds to the next attempt. `undefined` if there is none, as after every replay and test. */
async function delayAfter(
  { tx, chance }: Command,
  { deliveryId, trigger }: FailedAttempt,
  policy: RetryPolicy,
): Promise<number | undefined> {
  if (trigger !== 'scheduled') return undefined;
  const attempts = await countUsedAttempts(tx, deliveryId);
  return nextDelay(policy, attempts, chance(`jitter ${deliveryId} ${attempts}`));
}
