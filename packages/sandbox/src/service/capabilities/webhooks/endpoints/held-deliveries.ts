import { z } from 'zod';
import { type SkippedMembers, skippedMembers } from '../../../engine/job-handlers.js';
import type { ChangeContext } from '../../../http/operation.js';
import { allOrEach } from '../../../kernel/all-or-each.js';
import {
  type Command,
  type Job,
  schedule,
  selectScheduled,
  unschedule,
} from '../../../kernel/command.js';
import { limits } from '../../../limits/limits.js';
import {
  cancelHeld,
  countHeld,
  lastHeld,
  lockHeld,
  releaseHeld,
  stopPending,
} from '../delivery-records.js';
import { findStop } from './attempt-rules.js';
import { type EndpointRow, lockIntegrationEndpoints, markDeleted } from './records.js';

const { most: BATCH } = limits.rowsOfTransaction;

/** The deliveries that a discard cancels: up to a `seq`. */
const Discard = z.object({ upTo: z.number() });

/**
 * Holds the pending deliveries of an endpoint. An attempt in flight finishes, and its delivery is held then. Deliveries that a
 * resumption has not released stay held. Deliveries that a discard has not canceled are canceled first.
 */
export async function holdDeliveries(command: Command, endpointId: string): Promise<void> {
  const { tx } = command;
  // A running job continues: a resumption finds the endpoint paused, a discard cancels its deliveries.
  await unschedule(tx, endpointId, 'resumption');
  for (const { payload } of await unschedule(tx, endpointId, 'discard')) {
    await cancelHeld(command, { endpointId, ...Discard.parse(payload) });
  }
  await stopPending(command, 'hold', [endpointId]);
}

/** Schedules the release or cancelation of the held deliveries of an endpoint, in as many transactions as they need. */
export async function startResumption(
  { tx, now }: Command,
  { id: endpointId, tenantId }: EndpointRow,
  discard: boolean,
): Promise<void> {
  const kind = discard ? 'discard' : 'resumption';
  const payload = discard ? { upTo: await lastHeld(tx, endpointId) } : null;
  await schedule(tx, { kind, ref: endpointId, dueAt: now, payload, tenantId });
}

/** One transaction of a resumption. Schedules the next one until nothing is held. */
export async function runResumption(
  command: Command,
  endpoint: EndpointRow,
  job: Job,
): Promise<SkippedMembers | undefined> {
  const { tx } = command;
  const { ref: endpointId, dueAt, tenantId } = job;
  // Creating a delivery locks the endpoint too, so none is held behind the last transaction.
  if (findStop(endpoint, 'scheduled')) return undefined;
  // Deliveries of an earlier discard are not released. That discard may be held by a process that has died.
  const discards = await selectScheduled(tx, 'discard', [endpointId]);
  const after = Math.max(
    afterOf(job),
    ...discards.map(({ payload }) => Discard.parse(payload).upTo),
  );
  return moveHeld(command, job, { endpointId, after }, async (ids) => {
    await releaseHeld(command, ids, dueAt);
    const kind = 'delivery_attempt';
    await schedule(tx, ...ids.map((ref) => ({ kind, ref, dueAt, endpointId, tenantId }) as const));
  });
}

/** One transaction of a discard. Cancels the deliveries that were held at its request, even if the endpoint is paused again. */
export async function runDiscard(command: Command, job: Job): Promise<SkippedMembers | undefined> {
  const discarded = { endpointId: job.ref, ...Discard.parse(job.payload), after: afterOf(job) };
  return moveHeld(command, job, discarded, (ids) => cancelHeld(command, discarded, ids));
}

/** The `seq` of the last delivery that was looked at. Present only if a delivery could not be moved. */
const Progress = z.object({ after: z.number().default(0) });

function afterOf({ payload }: Job): number {
  return Progress.parse(payload ?? {}).after;
}

// Virtual time.
const LOCKED_MS = 1000;

/** Moves a batch of held deliveries, and schedules the next one. */
async function moveHeld(
  { tx, now }: Command,
  { kind, ref, dueAt, payload, tenantId }: Job,
  held: Parameters<typeof lockHeld>[1],
  move: (ids: readonly string[]) => Promise<void>,
): Promise<SkippedMembers | undefined> {
  const batch = await lockHeld(tx, held, BATCH);
  const failed = await allOrEach(tx, batch, (rows) => move(rows.map(({ id }) => id)));
  if (batch.length === BATCH) {
    const passed = failed.length > 0 ? { after: batch.at(-1)?.seq } : {};
    await schedule(tx, { kind, ref, dueAt, payload: { ...payload, ...passed }, tenantId });
  } else if ((await countHeld(tx, held)) > failed.length) {
    // Another transaction holds a delivery.
    await schedule(tx, {
      kind,
      ref,
      dueAt: new Date(now.getTime() + LOCKED_MS),
      payload,
      tenantId,
    });
  }
  return skippedMembers(failed);
}

/** Ends locked endpoints. Their pending deliveries are canceled; an attempt in flight is the last. Their history can still be read. */
export async function deleteEndpoints(
  command: Command,
  rows: readonly EndpointRow[],
): Promise<void> {
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  await stopPending(command, 'cancel', ids);
  await markDeleted(command, ids);
}

export async function deleteIntegrationEndpoints(
  context: ChangeContext,
  integrationId: string,
): Promise<void> {
  await deleteEndpoints(context, await lockIntegrationEndpoints(context, integrationId));
}
