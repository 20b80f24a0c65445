import { transition } from '../../../http/state-machine.js';
import type { Command, Job } from '../../../kernel/command.js';
import { type FailureCause, noFailure } from '../delivery-records.js';
import { deliveryStates } from '../delivery-states.js';
import { insertUnsent, interruptAttempts } from './attempt-records.js';
import {
  type DeliveryRow,
  deliveryRecords,
  selectDelivery,
  selectDeliveryEndpoint,
} from './records.js';
import { chooseTrigger } from './started-attempt.js';

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

function chooseAction({ status, statusBeforeReplay }: DeliveryRow) {
  if (status === 'delivering') {
    return statusBeforeReplay === 'succeeded' ? 'keep-success' : 'give-up';
  }
  if (statusBeforeReplay !== null) return 'drop-replay';
  // The delivery was held or canceled meanwhile.
  return status === 'scheduled' || status === 'retrying' ? 'abandon' : undefined;
}
