import { and, asc, desc, eq, gt, inArray, lte, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { jobs, webhookDeliveries, webhookEndpoints } from '../../../db/schema/index.js';
import type { Sql } from '../../../db/sql.js';
import { transitionAll } from '../../../http/state-machine.js';
import type { Command } from '../../../kernel/command.js';
import { type Job, schedule } from '../../../kernel/schedule.js';
import { limits } from '../../../limits/limits.js';
import { deliveryStates } from '../delivery-states.js';
import { stopOf } from './stop-of.js';

/** Deliveries that a resumption takes in one transaction. */
const { most: BATCH } = limits.rowsOfTransaction;

/** What a discard takes: the deliveries up to a `seq`. */
const Discard = z.object({ upTo: z.number() });

/**
 * Holds the pending deliveries of an endpoint. An attempt in flight finishes, and its delivery is held then. Tests are
 * sent by hand and do not regard the pause.
 */
export async function holdDeliveries(tx: Sql, endpointId: string): Promise<void> {
  await endResumption(tx, endpointId);
  const ofEndpoint = eq(webhookDeliveries.endpointId, endpointId);
  const held = await moveAll(tx, 'hold', and(ofEndpoint, eq(webhookDeliveries.test, false)));
  await removeAttempts(tx, held);
}

/** Cancels the deliveries of deleted endpoints. An attempt in flight finishes, and is the last. */
export async function cancelDeliveries(tx: Sql, endpointIds: readonly string[]): Promise<void> {
  const where = inArray(webhookDeliveries.endpointId, [...endpointIds]);
  const canceled = await moveAll(tx, 'cancel', where);
  await removeAttempts(tx, canceled);
}

/** Has the held deliveries of an endpoint released or canceled, in as many transactions as they need. */
export async function startResumption(
  { tx, now }: Command,
  endpointId: string,
  discard: boolean,
): Promise<void> {
  const kind = discard ? 'discard' : 'resumption';
  const payload = discard ? { upTo: await lastHeld(tx, endpointId) } : null;
  await schedule(tx, { kind, ref: endpointId, dueAt: now, payload });
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
    .select({ ref: jobs.ref })
    .from(jobs)
    .where(and(eq(jobs.kind, 'resumption'), inArray(jobs.ref, [...endpointIds])));
  return new Set(rows.map(({ ref }) => ref));
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
  if (!endpoint || stopOf(endpoint, 'scheduled')) return;
  // What was to be discarded before is not released. That discard may be held by a process that has died.
  const discarded = await lastDiscarded(tx, endpointId);
  const ids = await oldest(tx, and(isHeld(endpointId), gt(webhookDeliveries.seq, discarded)));
  await release(tx, endpointId, ids, dueAt);
  if (ids.length === BATCH) await schedule(tx, { kind: 'resumption', ref: endpointId, dueAt });
}

/** One transaction of a discard. What was held when it was asked for is canceled, also if the endpoint is paused again. */
export async function runDiscard({ tx }: Command, job: Job): Promise<void> {
  const { ref, dueAt, payload } = job;
  const ids = await oldest(tx, isDiscarded(ref, payload));
  await moveAll(tx, 'cancel', and(inArray(webhookDeliveries.id, ids), isHeld(ref)));
  if (ids.length === BATCH) await schedule(tx, { kind: 'discard', ref, dueAt, payload });
}

async function lastHeld(tx: Sql, endpointId: string): Promise<number> {
  const [last] = await tx
    .select({ seq: webhookDeliveries.seq })
    .from(webhookDeliveries)
    .where(isHeld(endpointId))
    .orderBy(desc(webhookDeliveries.seq))
    .limit(1);
  return last?.seq ?? 0;
}

async function oldest(tx: Sql, where: SQL | undefined): Promise<string[]> {
  const rows = await tx
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(where)
    .orderBy(asc(webhookDeliveries.seq))
    .limit(BATCH);
  return rows.map(({ id }) => id);
}

async function release(
  tx: Sql,
  endpointId: string,
  ids: readonly string[],
  dueAt: Date,
): Promise<void> {
  await moveAll(tx, 'release', inArray(webhookDeliveries.id, [...ids]), dueAt);
  const kind = 'delivery_attempt';
  await schedule(tx, ...ids.map((ref) => ({ kind, ref, dueAt, endpointId }) as const));
}

/** What is still to be released stays held. What is still to be discarded is canceled, before anything else is held. */
async function endResumption(tx: Sql, endpointId: string): Promise<void> {
  // One that runs now goes on: a resumption finds the endpoint paused, a discard cancels what it has to.
  const unlocked = tx
    .select({ seq: jobs.seq })
    .from(jobs)
    .where(and(inArray(jobs.kind, ['resumption', 'discard']), eq(jobs.ref, endpointId)))
    .for('update', { skipLocked: true });
  const ended = await tx.delete(jobs).where(inArray(jobs.seq, unlocked)).returning();
  for (const { payload } of ended.filter(({ kind }) => kind === 'discard')) {
    await moveAll(tx, 'cancel', isDiscarded(endpointId, payload));
  }
}

/** Holds, releases or cancels those of the deliveries whose status allows it, at once. */
async function moveAll(
  tx: Sql,
  action: 'hold' | 'release' | 'cancel',
  where: SQL | undefined,
  nextAttemptAt: Date | null = null,
): Promise<readonly DeliveryId[]> {
  // What is in flight ends first.
  const from = deliveryStates.actions[action].from.filter((status) => status !== 'delivering');
  const rows = from.map((status) => ({ status }));
  return tx
    .update(webhookDeliveries)
    .set(transitionAll(deliveryStates, action, rows, { nextAttemptAt }))
    .where(and(where, inArray(webhookDeliveries.status, from)))
    .returning({ id: webhookDeliveries.id });
}

type DeliveryId = Pick<typeof webhookDeliveries.$inferSelect, 'id'>;

/** Removes the attempts that are due for deliveries which have just got a status without attempts. */
async function removeAttempts(tx: Sql, deliveries: readonly DeliveryId[]): Promise<void> {
  // One parameter, however many there are.
  const ids = sql.param(deliveries.map(({ id }) => id));
  await tx
    .delete(jobs)
    .where(and(eq(jobs.kind, 'delivery_attempt'), sql`${jobs.ref} = any(${ids}::text[])`));
}

function isHeld(endpointId: string): SQL | undefined {
  return and(eq(webhookDeliveries.endpointId, endpointId), eq(webhookDeliveries.status, 'held'));
}

function isDiscarded(endpointId: string, payload: Job['payload']): SQL | undefined {
  return and(isHeld(endpointId), lte(webhookDeliveries.seq, Discard.parse(payload).upTo));
}

/** The last delivery that discards which have not ended will take. */
async function lastDiscarded(tx: Sql, endpointId: string): Promise<number> {
  const rows = await tx
    .select({ payload: jobs.payload })
    .from(jobs)
    .where(and(eq(jobs.kind, 'discard'), eq(jobs.ref, endpointId)));
  return Math.max(0, ...rows.map(({ payload }) => Discard.parse(payload).upTo));
}
