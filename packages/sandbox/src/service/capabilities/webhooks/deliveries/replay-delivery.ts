import type { ChangeContext } from '../../../http/operation.js';
import { conflict, Problem } from '../../../http/problem.js';
import { allow, transitionAll } from '../../../http/state-machine.js';
import type { Command } from '../../../kernel/command.js';
import { deliveryStates } from '../delivery-states.js';
import { findStop } from '../endpoints/find-stop.js';
import { formerEndpointRecords } from '../endpoints/records.js';
import { type DeliveryRow, deliveryRecords, insertReplays } from './records.js';

/**
 * Schedules another attempt of a delivery, due now. Its status does not change until the attempt starts.
 *
 * @throws Problem when there is no such delivery, or its status or its endpoint forbids it.
 */
export async function replayDelivery(context: ChangeContext, id: string): Promise<void> {
  const { tx, scope } = context;
  const row = await deliveryRecords.lock(tx, scope, id);
  const { status, endpointId, statusBeforeReplay } = row;
  allow(deliveryStates, 'replay', row);
  if (statusBeforeReplay !== null) {
    const detail = 'A replay of this delivery is due already.';
    throw conflict({ reason: 'replay_due', facts: {} }, detail, status);
  }
  const endpoint = await formerEndpointRecords.find(tx, scope, endpointId);
  const stop = findStop(endpoint, 'manual');
  if (stop === 'cancel') {
    const detail = 'The endpoint of this delivery was deleted.';
    throw conflict({ reason: 'endpoint_deleted', facts: { id: endpointId } }, detail, status);
  }
  if (stop === 'hold') throw endpointPaused();
  await scheduleReplays(context, endpoint, [row]);
}

/** Schedules a manual attempt of each of these deliveries, in their order. They belong to one endpoint and may be replayed. */
export async function scheduleReplays(
  command: Command,
  endpoint: Parameters<typeof insertReplays>[1],
  replayed: readonly Pick<DeliveryRow, 'id' | 'status'>[],
): Promise<void> {
  if (replayed.length === 0) return;
  const ids = replayed.map(({ id }) => id);
  const changes = transitionAll(deliveryStates, 'replay', replayed, {
    nextAttemptAt: command.now,
  });
  await insertReplays(command, endpoint, ids, changes);
}

export function endpointPaused(): Problem {
  return new Problem('endpoint_paused', 'The endpoint is paused. Resume it first.');
}
