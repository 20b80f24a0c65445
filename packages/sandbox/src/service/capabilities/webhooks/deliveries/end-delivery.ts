import type { RetryPolicy } from '../../../db/schema/index.js';
import { transition } from '../../../http/state-machine.js';
import { type Command, type Job, schedule } from '../../../kernel/command.js';
import { type FailureCause, noFailure } from '../delivery-records.js';
import { type DeliveryStatus, deliveryStates } from '../delivery-states.js';
import { chooseTrigger, findStop, nextDelay } from '../endpoints/attempt-rules.js';
import { mailAboutFailing } from '../endpoints/health.js';
import { recordFailure, selectDeliveryEndpoint } from '../endpoints/records.js';
import {
  countUsedAttempts,
  failInterrupted,
  insertUnsent,
  interruptAttempts,
  MOST_INTERRUPTIONS,
  writeFailed,
} from './attempt-records.js';
import {
  type AttemptRow,
  type DeliveryRow,
  deliveryRecords,
  lastAttempts,
  selectDelivery,
} from './records.js';

interface FailedAttempt extends Pick<AttemptRow, 'deliveryId' | 'url' | 'trigger'> {
  readonly endpointId: string;
  /** The status to which a replay returns when it fails. `null` if the attempt is not a replay. */
  readonly replayOf: DeliveryRow['statusBeforeReplay'];
}

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

/**
 * Records that the attempt in flight has failed, because it is the last of too many without a result.
 *
 * @returns the attempt, and the status that its delivery has now.
 */
export async function giveUpAttempt(command: Command, deliveryId: string) {
  const { tx } = command;
  const [attempt] = await lastAttempts(tx, deliveryId, MOST_INTERRUPTIONS, 'own');
  const [delivery] = await selectDelivery(tx, deliveryId);
  if (!attempt || !delivery) throw new Error(`The delivery ${deliveryId} has no attempt.`);
  await interruptAttempts(tx, deliveryId);
  const message = `The service ended during ${MOST_INTERRUPTIONS} attempts in a row.`;
  await failInterrupted(tx, attempt.id, message);
  const { endpointId, statusBeforeReplay: replayOf } = delivery;
  const { trigger, url } = attempt;
  const failed = { deliveryId, endpointId, url, trigger, replayOf };
  const status = await failDelivery(command, failed, { cause: 'interrupted', message });
  return { attempt: { ...attempt, endpointId }, status };
}

/**
 * Holds or cancels a delivery whose endpoint takes no attempt now, or drops its replay. If an attempt was in flight, its process
 * is gone.
 */
export async function stopDelivery(command: Command, job: Job): Promise<void> {
  const { tx } = command;
  // Comes before or after a pause, a resumption or a deletion, so that nothing is held after a resumption.
  const [endpoint] = await selectDeliveryEndpoint(tx, job.ref).for('key share');
  const [delivery] = await selectDelivery(tx, job.ref).for('update');
  if (!endpoint || !delivery) return;
  const stop = findStop(endpoint, chooseTrigger(job, delivery));
  if (stop === undefined) {
    // The endpoint was resumed meanwhile.
    const { kind, ref, dueAt, payload, tenantId } = job;
    return schedule(tx, { kind, ref, dueAt, payload, tenantId, endpointId: endpoint.id });
  }
  await interruptAttempts(tx, delivery.id);
  const ends = { statusBeforeReplay: null, nextAttemptAt: null };
  const action = delivery.statusBeforeReplay === null ? stop : cutShort(delivery);
  const changes = transition(deliveryStates, action, delivery, {
    ...ends,
    ...(action === 'cancel' ? noFailure : {}),
  });
  await deliveryRecords.save(command, delivery, changes);
}

/** The end of a replay, or of an attempt in flight, without a result. */
function cutShort({ status, statusBeforeReplay }: DeliveryRow) {
  // A replay that has not started has changed no status.
  if (status !== 'delivering') return 'drop-replay';
  return statusBeforeReplay === 'succeeded' ? 'keep-success' : 'give-up';
}

/**
 * Ends a delivery whose attempt the service cannot make or record. An attempt that was not sent is recorded as failed, and one
 * that was sent as interrupted. After a replay, the delivery returns to its status before it.
 */
export async function endDelivery(command: Command, job: Job): Promise<void> {
  const { tx, now } = command;
  const [endpoint] = await selectDeliveryEndpoint(tx, job.ref);
  const [delivery] = await selectDelivery(tx, job.ref).for('update');
  const isReplay = job.kind === 'manual_attempt';
  if (!endpoint || !delivery || isReplay !== (delivery.statusBeforeReplay !== null)) return;
  const action = chooseAction(delivery);
  if (!action) return;
  const { id: deliveryId, attemptCount: made } = delivery;
  const wasSent = delivery.status === 'delivering';
  const attemptCount = wasSent ? made : made + 1;
  if (wasSent) await interruptAttempts(tx, deliveryId);
  else {
    const trigger = chooseTrigger(job, delivery);
    await insertUnsent(command, { deliveryId, number: attemptCount, trigger, url: endpoint.url });
  }
  const ends = { statusBeforeReplay: null, nextAttemptAt: null };
  const changes = transition(deliveryStates, action, delivery, ends);
  const failure = failureOf(delivery, action, wasSent ? 'interrupted' : 'service_failed', now);
  await deliveryRecords.save(command, delivery, { ...changes, ...failure, attemptCount });
}

/** Why a delivery has not arrived. A success stays a success. */
function failureOf(
  { cause: before, failingSince, status, statusBeforeReplay }: DeliveryRow,
  action: NonNullable<ReturnType<typeof chooseAction>>,
  cause: FailureCause,
  now: Date,
) {
  const kept = action === 'drop-replay' ? status : statusBeforeReplay;
  if (kept === 'succeeded') return noFailure;
  return { cause, failingSince: before === cause ? failingSince : now, failedAt: now };
}

function chooseAction(delivery: DeliveryRow) {
  const { status, statusBeforeReplay } = delivery;
  if (status === 'delivering' || statusBeforeReplay !== null) return cutShort(delivery);
  // The delivery was held or canceled meanwhile.
  return status === 'scheduled' || status === 'retrying' ? 'abandon' : undefined;
}
