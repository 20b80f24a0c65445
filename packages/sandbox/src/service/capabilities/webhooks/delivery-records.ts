import { and, asc, desc, eq, gt, inArray, lte, type SQL, sql } from 'drizzle-orm';
import { jobs, webhookDeliveries } from '../../db/schema/index.js';
import type { Sql } from '../../db/sql.js';
import { transitionAll } from '../../http/state-machine.js';
import type { Command } from '../../kernel/command.js';
import { updateRows } from '../../kernel/update-rows.js';
import { limits } from '../../limits/limits.js';
import { type DeliveryStatus, deliveryStates } from './delivery-states.js';

const { most: BATCH } = limits.rowsOfTransaction;

export const deliveryStatuses = webhookDeliveries.status.enumValues;
export const failureCauses = webhookDeliveries.cause.enumValues;
export type FailureCause = (typeof failureCauses)[number];

/** The columns of a delivery that has succeeded or was canceled. */
export const noFailure = { cause: null, failingSince: null, failedAt: null } as const;

/** The held deliveries of an endpoint, after or up to a `seq`. */
interface Held {
  readonly endpointId: string;
  readonly after?: number;
  readonly upTo?: number;
}

/**
 * Holds or cancels the pending deliveries of endpoints, and removes their jobs. Attempts in flight end first. Tests are sent by
 * hand, and are not held.
 */
export async function stopPending(
  command: Command,
  action: 'hold' | 'cancel',
  endpointIds: readonly string[],
): Promise<void> {
  const from = deliveryStates.actions[action].from.filter((status) => status !== 'delivering');
  const isPending = and(
    inArray(webhookDeliveries.endpointId, [...endpointIds]),
    action === 'hold' ? eq(webhookDeliveries.test, false) : undefined,
    inArray(webhookDeliveries.status, from),
  );
  for (;;) {
    const some = await command.tx
      .select({ id: webhookDeliveries.id })
      .from(webhookDeliveries)
      .where(isPending)
      .limit(BATCH);
    if (some.length === 0) return;
    const chosen = inArray(
      webhookDeliveries.id,
      some.map(({ id }) => id),
    );
    const stopped = await moveAll(command, action, from, chosen);
    // One parameter for any number of ids.
    const ids = sql.param(stopped.map(({ id }) => id));
    await command.tx
      .delete(jobs)
      .where(and(eq(jobs.kind, 'delivery_attempt'), sql`${jobs.ref} = any(${ids}::text[])`));
  }
}

export async function releaseHeld(
  command: Command,
  ids: readonly string[],
  dueAt: Date,
): Promise<void> {
  await moveAll(command, 'release', ['held'], inArray(webhookDeliveries.id, [...ids]), dueAt);
}

/** Cancels held deliveries. @param ids Only these. Default: all. */
export async function cancelHeld(
  command: Command,
  held: Held,
  ids?: readonly string[],
): Promise<void> {
  const chosen = ids && inArray(webhookDeliveries.id, [...ids]);
  await moveAll(command, 'cancel', ['held'], and(isHeld(held), chosen));
}

export async function lastHeld(tx: Sql, endpointId: string): Promise<number> {
  const [last] = await tx
    .select({ seq: webhookDeliveries.seq })
    .from(webhookDeliveries)
    .where(isHeld({ endpointId }))
    .orderBy(desc(webhookDeliveries.seq))
    .limit(1);
  return last?.seq ?? 0;
}

/** Locks the oldest held deliveries. Skips those that another transaction holds. */
export function lockHeld(tx: Sql, held: Held, most: number) {
  const { id, seq } = webhookDeliveries;
  return tx
    .select({ id, seq })
    .from(webhookDeliveries)
    .where(isHeld(held))
    .orderBy(asc(seq))
    .limit(most)
    .for('update', { skipLocked: true });
}

export function countHeld(tx: Sql, held: Held): Promise<number> {
  return tx.$count(webhookDeliveries, isHeld(held));
}

function isHeld({ endpointId, after, upTo }: Held): SQL | undefined {
  const { seq } = webhookDeliveries;
  return and(
    eq(webhookDeliveries.endpointId, endpointId),
    eq(webhookDeliveries.status, 'held'),
    after === undefined ? undefined : gt(seq, after),
    upTo === undefined ? undefined : lte(seq, upTo),
  );
}

/** Moves the deliveries that have one of these statuses, in one statement. */
function moveAll(
  command: Command,
  action: 'hold' | 'release' | 'cancel',
  from: readonly DeliveryStatus[],
  where: SQL | undefined,
  nextAttemptAt: Date | null = null,
) {
  const rows = from.map((status) => ({ status }));
  const changes = transitionAll(deliveryStates, action, rows, {
    nextAttemptAt,
    ...(action === 'cancel' ? noFailure : {}),
  });
  return updateRows(command, webhookDeliveries, changes)
    .where(and(where, inArray(webhookDeliveries.status, [...from])))
    .returning({ id: webhookDeliveries.id });
}
