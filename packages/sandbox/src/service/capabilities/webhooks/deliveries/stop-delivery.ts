import { transition } from '../../../http/state-machine.js';
import { type Command, type Job, schedule } from '../../../kernel/command.js';
import { noFailure } from '../delivery-records.js';
import { deliveryStates } from '../delivery-states.js';
import { findStop } from '../endpoints/find-stop.js';
import { interruptAttempts } from './attempt-records.js';
import {
  type DeliveryRow,
  deliveryRecords,
  selectDelivery,
  selectDeliveryEndpoint,
} from './records.js';
import { chooseTrigger } from './started-attempt.js';

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
  const action = chooseEnd(delivery, stop);
  const changes = transition(deliveryStates, action, delivery, {
    ...ends,
    ...(action === 'cancel' ? noFailure : {}),
  });
  await deliveryRecords.save(command, delivery, changes);
}

function chooseEnd({ status, statusBeforeReplay }: DeliveryRow, stop: 'cancel' | 'hold') {
  if (statusBeforeReplay === null) return stop;
  // A replay that has not started has changed no status.
  if (status !== 'delivering') return 'drop-replay';
  return statusBeforeReplay === 'succeeded' ? 'keep-success' : 'give-up';
}
