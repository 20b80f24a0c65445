import { and, asc, eq, inArray, notInArray, type SQL } from 'drizzle-orm';
import type { Command } from '../../engine/command.js';
import { type Job, schedule } from '../../engine/jobs.js';
import { events, jobs, webhookDeliveries, webhookEndpoints } from '../../store/schema/index.js';
import type { Sql } from '../../store/sql.js';
import { type DeliveryStatus, deliveryStates } from '../deliveries/states.js';

/** Deliveries that a resumption takes in one transaction. */
const BATCH = 200;

/**
 * Holds the pending deliveries of an endpoint. An attempt in flight finishes, and its delivery is held then. Tests are
 * sent by hand and do not regard the pause.
 */
export async function holdDeliveries(tx: Sql, endpointId: string): Promise<void> {
  await endResumption(tx, endpointId);
  const tests = tx.select({ id: events.id }).from(events).where(eq(events.test, true));
  await tx
    .update(webhookDeliveries)
    .set({ status: deliveryStates.hold.to, nextAttemptAt: null })
    .where(
      and(
        eq(webhookDeliveries.endpointId, endpointId),
        inArray(webhookDeliveries.status, ['scheduled', 'retrying']),
        notInArray(webhookDeliveries.eventId, tests),
      ),
    );
  await removeAttempts(tx, [endpointId], deliveryStates.hold.to);
}

/** Cancels the deliveries of deleted endpoints. An attempt in flight finishes, and is the last. */
export async function cancelDeliveries(tx: Sql, endpointIds: readonly string[]): Promise<void> {
  await cancelWhere(
    tx,
    and(
      inArray(webhookDeliveries.endpointId, [...endpointIds]),
      inArray(webhookDeliveries.status, ['scheduled', 'retrying', 'held']),
    ),
  );
  await removeAttempts(tx, endpointIds, deliveryStates.cancel.to);
}

/** Has the held deliveries of an endpoint released or canceled, in as many transactions as they need. */
export async function startResumption(
  { tx, now }: Command,
  endpointId: string,
  discard: boolean,
): Promise<void> {
  await schedule(tx, { kind: 'resumption', ref: endpointId, dueAt: now, payload: { discard } });
}

/**
 * The endpoints whose held deliveries are being released. Their new deliveries are held as well, behind those, so that the
 * oldest stay first.
 */
export async function releasingEndpoints(
  tx: Sql,
  endpointIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (endpointIds.length === 0) return new Set();
  const rows = await tx
    .select({ ref: jobs.ref, payload: jobs.payload })
    .from(jobs)
    .where(and(eq(jobs.kind, 'resumption'), inArray(jobs.ref, [...endpointIds])));
  return new Set(rows.filter((row) => !discards(row)).map(({ ref }) => ref));
}

/** One transaction of a resumption. It schedules the next one, until nothing is held. */
export async function runResumption({ tx }: Command, job: Job): Promise<void> {
  const { ref: endpointId, dueAt } = job;
  // Creating a delivery locks the endpoint too, so none is held behind the last transaction.
  const [endpoint] = await tx
    .select({ paused: webhookEndpoints.paused, deletedAt: webhookEndpoints.deletedAt })
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.id, endpointId))
    .for('update');
  if (!endpoint || endpoint.paused || endpoint.deletedAt !== null) return;
  const oldest = await tx
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(isHeld(endpointId))
    .orderBy(asc(webhookDeliveries.seq))
    .limit(BATCH);
  const ids = oldest.map(({ id }) => id);
  if (discards(job)) await cancelWhere(tx, inArray(webhookDeliveries.id, ids));
  else await release(tx, endpointId, ids, dueAt);
  if (ids.length < BATCH) return;
  await schedule(tx, {
    kind: 'resumption',
    ref: endpointId,
    dueAt,
    payload: { discard: discards(job) },
  });
}

async function release(
  tx: Sql,
  endpointId: string,
  ids: readonly string[],
  dueAt: Date,
): Promise<void> {
  await tx
    .update(webhookDeliveries)
    .set({ status: deliveryStates.release.to, nextAttemptAt: dueAt })
    .where(inArray(webhookDeliveries.id, [...ids]));
  const kind = 'delivery_attempt';
  await schedule(tx, ...ids.map((ref) => ({ kind, ref, dueAt, endpointId }) as const));
}

/** What is still to be released stays held. What is still to be discarded is canceled, before anything else is held. */
async function endResumption(tx: Sql, endpointId: string): Promise<void> {
  // A transaction of a resumption that waits for the endpoint has locked its job, and will find the endpoint paused.
  const unlocked = tx
    .select({ seq: jobs.seq })
    .from(jobs)
    .where(and(eq(jobs.kind, 'resumption'), eq(jobs.ref, endpointId)))
    .for('update', { skipLocked: true });
  const ended = await tx.delete(jobs).where(inArray(jobs.seq, unlocked)).returning();
  if (ended.some(discards)) await cancelWhere(tx, isHeld(endpointId));
}

async function cancelWhere(tx: Sql, where: SQL | undefined): Promise<void> {
  await tx
    .update(webhookDeliveries)
    .set({ status: deliveryStates.cancel.to, nextAttemptAt: null })
    .where(where);
}

/** Removes the attempts that are due for deliveries which have just got a status without attempts. */
async function removeAttempts(
  tx: Sql,
  endpointIds: readonly string[],
  status: DeliveryStatus,
): Promise<void> {
  const without = tx
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(
      and(
        inArray(webhookDeliveries.endpointId, [...endpointIds]),
        eq(webhookDeliveries.status, status),
      ),
    );
  await tx.delete(jobs).where(and(eq(jobs.kind, 'delivery_attempt'), inArray(jobs.ref, without)));
}

function isHeld(endpointId: string): SQL | undefined {
  return and(eq(webhookDeliveries.endpointId, endpointId), eq(webhookDeliveries.status, 'held'));
}

function discards({ payload }: Pick<Job, 'payload'>): boolean {
  return payload?.['discard'] === true;
}
