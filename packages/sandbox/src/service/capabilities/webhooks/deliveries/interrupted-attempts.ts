import type { Sql } from '../../../db/sql.js';
import type { Command } from '../../../kernel/command.js';
import { failInterrupted, interruptAttempts, lastAttempts } from './attempt-records.js';
import { failDelivery } from './fail-delivery.js';
import { selectDelivery } from './records.js';

/** After this many interruptions in a row, an attempt has failed: the delivery itself may be killing the processes. */
const MOST_INTERRUPTIONS = 3;

/** Whether the attempt in flight of a delivery is the last of too many in a row without a result. */
export async function isInterruptedTooOften(tx: Sql, deliveryId: string): Promise<boolean> {
  const last = await lastAttempts(tx, deliveryId, MOST_INTERRUPTIONS, 'own');
  const without = last.filter(({ state }) => state === 'started' || state === 'interrupted');
  return without.length === MOST_INTERRUPTIONS;
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
