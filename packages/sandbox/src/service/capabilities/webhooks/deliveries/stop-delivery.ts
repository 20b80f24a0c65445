import { eq } from 'drizzle-orm';
import { webhookDeliveries, webhookEndpoints } from '../../../db/schema/index.js';
import { transition } from '../../../http/state-machine.js';
import type { Command } from '../../../kernel/command.js';
import { type Job, schedule } from '../../../kernel/schedule.js';
import { deliveryStates } from '../delivery-states.js';
import { stopOf } from '../endpoints/stop-of.js';
import { interruptAttempts } from './interrupted-attempts.js';
import type { DeliveryRow } from './records.js';
import { triggerOf } from './trigger-of.js';

/**
 * Holds or cancels a delivery whose endpoint takes no attempt now, or drops its replay. If an attempt was in flight, its process
 * is gone.
 */
export async function stopDelivery(command: Command, job: Job): Promise<void> {
  const { tx } = command;
  const endpointId = tx
    .select({ id: webhookDeliveries.endpointId })
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.id, job.ref));
  // A pause, a resumption or a deletion comes before this or after it, so that nothing is held behind a resumption.
  const [endpoint] = await tx
    .select()
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.id, endpointId))
    .for('key share');
  const [delivery] = await tx
    .select()
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.id, job.ref))
    .for('update');
  if (!endpoint || !delivery) return;
  const stop = stopOf(endpoint, triggerOf(job, delivery));
  if (stop === undefined) {
    // It has been resumed in the meantime.
    const { kind, ref, dueAt, payload } = job;
    return schedule(tx, { kind, ref, dueAt, payload, endpointId: endpoint.id });
  }
  await interruptAttempts(tx, delivery.id);
  const ends = { statusBeforeReplay: null, nextAttemptAt: null };
  await tx
    .update(webhookDeliveries)
    .set(transition(deliveryStates, endOf(delivery, stop), delivery, ends))
    .where(eq(webhookDeliveries.id, delivery.id));
}

function endOf({ status, statusBeforeReplay }: DeliveryRow, stop: 'cancel' | 'hold') {
  if (statusBeforeReplay === null) return stop;
  // A replay that has not started has changed no status.
  if (status !== 'delivering') return 'drop-replay';
  return statusBeforeReplay === 'succeeded' ? 'keep-success' : 'give-up';
}
