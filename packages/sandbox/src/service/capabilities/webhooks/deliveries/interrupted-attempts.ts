import { and, desc, eq, ne } from 'drizzle-orm';
import { webhookAttempts, webhookDeliveries } from '../../../db/schema/index.js';
import type { Sql } from '../../../db/sql.js';
import type { Command } from '../../../kernel/command.js';
import { settleDeliveries } from './settle-deliveries.js';

/** The interruptions in a row from which an attempt counts as failed: the delivery itself may be what ends the processes. */
const MOST_INTERRUPTIONS = 3;

/** Records that the attempts in flight of a delivery have no result: the process that made them is gone. */
export async function interruptAttempts(tx: Sql, deliveryId: string): Promise<void> {
  await tx
    .update(webhookAttempts)
    .set({ state: 'interrupted' })
    .where(and(eq(webhookAttempts.deliveryId, deliveryId), eq(webhookAttempts.state, 'started')));
}

/** Whether the attempt in flight of a delivery is the last of too many in a row without a result. */
export async function isInterruptedTooOften(tx: Sql, deliveryId: string): Promise<boolean> {
  const last = await lastAttempts(tx, deliveryId);
  const without = last.filter(({ state }) => state === 'started' || state === 'interrupted');
  return without.length === MOST_INTERRUPTIONS;
}

/** Records that the attempt in flight has failed, because it is the last of too many without a result. */
export async function giveUpAttempt(command: Command, deliveryId: string): Promise<'failed'> {
  const { tx } = command;
  const [attempt] = await lastAttempts(tx, deliveryId);
  const [delivery] = await tx
    .select()
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.id, deliveryId));
  if (!attempt || !delivery) throw new Error(`The delivery ${deliveryId} has no attempt.`);
  await interruptAttempts(tx, deliveryId);
  await tx
    .update(webhookAttempts)
    .set({
      state: 'failed',
      errorCode: 'interrupted',
      errorMessage: `The service ended during ${MOST_INTERRUPTIONS} attempts in a row.`,
    })
    .where(eq(webhookAttempts.id, attempt.id));
  const { endpointId, statusBeforeReplay: replayOf } = delivery;
  const { trigger } = attempt;
  await settleDeliveries(command, [{ deliveryId, endpointId, trigger, replayOf, state: 'failed' }]);
  return 'failed';
}

/** The newest first, without what faults have added. */
function lastAttempts(tx: Sql, deliveryId: string) {
  return tx
    .select()
    .from(webhookAttempts)
    .where(and(eq(webhookAttempts.deliveryId, deliveryId), ne(webhookAttempts.trigger, 'fault')))
    .orderBy(desc(webhookAttempts.number))
    .limit(MOST_INTERRUPTIONS);
}
