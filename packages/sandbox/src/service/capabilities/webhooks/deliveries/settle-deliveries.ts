import type { RetryPolicy } from '../../../db/schema/index.js';
import { transition } from '../../../http/state-machine.js';
import { type Command, schedule } from '../../../kernel/command.js';
import { type DeliveryStatus, deliveryStates } from '../delivery-states.js';
import { findStop } from '../endpoints/find-stop.js';
import { mailAboutFailing } from '../endpoints/health.js';
import { recordFailure, recordSuccesses } from '../endpoints/records.js';
import { nextDelay } from '../endpoints/retry-policy.js';
import { countUsedAttempts } from './attempt-records.js';
import { writeSettled } from './records.js';
import type { StartedAttempt } from './started-attempt.js';

/** An attempt that has ended, and of which delivery. */
interface EndedAttempt
  extends Pick<StartedAttempt, 'deliveryId' | 'endpointId' | 'trigger' | 'replayOf'> {
  readonly state: 'succeeded' | 'failed';
}

// Of every delivery whose attempt ends.
const inFlight = { status: 'delivering' } as const;

/**
 * Records what follows from the ends of attempts: success, another attempt, or the end of the delivery.
 *
 * @returns the status that each delivery has now, by its id.
 */
export async function settleDeliveries(
  command: Command,
  ended: readonly EndedAttempt[],
): Promise<ReadonlyMap<string, DeliveryStatus>> {
  const succeeded = ended.filter(({ state }) => state === 'succeeded');
  await succeed(command, succeeded);
  const settled = new Map<string, DeliveryStatus>(
    succeeded.map(({ deliveryId }) => [deliveryId, 'succeeded']),
  );
  for (const each of ended) {
    if (each.state === 'failed') settled.set(each.deliveryId, await fail(command, each));
  }
  return settled;
}

async function succeed(command: Command, ended: readonly EndedAttempt[]): Promise<void> {
  if (ended.length === 0) return;
  const { tx, now } = command;
  await recordSuccesses(tx, [...new Set(ended.map(({ endpointId }) => endpointId))], now);
  const { status } = transition(deliveryStates, 'succeed', inFlight, inFlight);
  const settled = ended.map(({ deliveryId: id, replayOf }) =>
    replayOf === 'succeeded' ? { id, status } : { id, status, succeededAt: now },
  );
  await writeSettled(command, settled, inFlight.status);
}

async function fail(command: Command, attempt: EndedAttempt): Promise<DeliveryStatus> {
  const { tx, now } = command;
  const { deliveryId, endpointId, trigger, replayOf } = attempt;
  const endpoint = await recordFailure(tx, endpointId, now);
  await mailAboutFailing(command, endpoint);
  const delay = await delayAfter(command, attempt, endpoint.retryPolicy);
  const lost = delay === undefined ? 'give-up' : (findStop(endpoint, trigger) ?? 'retry');
  const action = replayOf === 'succeeded' ? 'keep-success' : lost;
  // The command runs at the end of the attempt, so the backoff begins there.
  const nextAttemptAt =
    action === 'retry' && delay !== undefined ? new Date(now.getTime() + delay * 1000) : null;
  const { status } = transition(deliveryStates, action, inFlight, inFlight);
  await writeSettled(command, [{ id: deliveryId, status, nextAttemptAt }], inFlight.status);
  if (nextAttemptAt) {
    await schedule(tx, {
      kind: 'delivery_attempt',
      ref: deliveryId,
      dueAt: nextAttemptAt,
      endpointId,
    });
  }
  return status;
}

/** Seconds to the next attempt. Undefined: there is none, as after every replay and test. */
async function delayAfter(
  { tx, chance }: Command,
  { deliveryId, trigger }: EndedAttempt,
  policy: RetryPolicy,
): Promise<number | undefined> {
  if (trigger !== 'scheduled') return undefined;
  const attempts = await countUsedAttempts(tx, deliveryId);
  return nextDelay(policy, attempts, chance(`jitter ${deliveryId} ${attempts}`));
}
