import { z } from 'zod';
import { type SkippedMembers, skippedMembers } from '../../../engine/job-handlers.js';
import type { ChangeContext } from '../../../http/operation.js';
import { conflict, invalidField, Problem } from '../../../http/problem.js';
import { allow, transitionAll } from '../../../http/state-machine.js';
import type { WireOf } from '../../../http/wire.js';
import { allOrEach } from '../../../kernel/all-or-each.js';
import { type Command, type Job, schedule } from '../../../kernel/command.js';
import { limits } from '../../../limits/limits.js';
import { failureCauses } from '../delivery-records.js';
import { deliveryStates } from '../delivery-states.js';
import { findStop } from '../endpoints/attempt-rules.js';
import {
  type EndpointRow,
  endpointRecords,
  formerEndpointRecords,
  selectEndpoint,
} from '../endpoints/records.js';
import { deliverStored } from './emit-event.js';
import { type DeliveryRow, deliveryRecords } from './records.js';
import {
  countFailed,
  countMissing,
  countRetrying,
  insertReplays,
  lockFailed,
  selectSubscribed,
} from './replay-records.js';
import type { RecoverDeliveries, Recovery } from './wire.js';

const { most: BATCH } = limits.rowsOfTransaction;

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
async function scheduleReplays(
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

function endpointPaused(): Problem {
  return new Problem('endpoint_paused', 'The endpoint is paused. Resume it first.');
}

/** The rest of a recovery: failed deliveries or missing events from `since` on and, at that time, with a `seq` after `after`. */
const Progress = z.object({
  include: z.enum(['failed', 'missing']).default('failed'),
  since: z.coerce.date(),
  until: z.coerce.date(),
  after: z.number(),
  cause: z.enum(failureCauses).optional(),
});

/**
 * Replays the failed deliveries of an endpoint that were created in a range, both ends included, or only those of a cause; or
 * delivers the events that the endpoint has missed; or both.
 *
 * @throws Problem when there is no such endpoint, or it is paused, or a cause is given for missing events.
 */
export async function recoverDeliveries(
  context: ChangeContext,
  id: string,
  { since, until, include, cause }: z.output<typeof RecoverDeliveries>,
): Promise<WireOf<typeof Recovery>> {
  const { tx, now, scope } = context;
  if (cause !== undefined && include !== 'failed') {
    const facts = { text: 'is for failed deliveries only' };
    throw invalidField('cause', { code: 'not_applicable', facts });
  }
  const endpoint = await endpointRecords.find(tx, scope, id);
  if (endpoint.paused) throw endpointPaused();
  const range = {
    since: new Date(since),
    until: until === undefined ? now : new Date(until),
  };
  const progress = { ...range, after: 0, ...(cause ? { cause } : {}) };
  const found = include === 'missing' ? 0 : await countFailed(tx, id, progress);
  const { missing, complete } =
    include === 'failed'
      ? { missing: 0, complete: true }
      : await countMissing(context, endpoint, progress);
  const start = (part: 'failed' | 'missing') => {
    const payload = { ...progress, include: part };
    const { tenantId } = endpoint;
    return schedule(tx, { kind: 'recovery', ref: id, dueAt: now, payload, tenantId });
  };
  if (found > 0) await start('failed');
  if (missing > 0 || !complete) await start('missing');
  const retried = await countRetrying(tx, id, progress);
  return { endpointId: id, ...range, found, missing, complete, ...retried };
}

/** Does a batch, and schedules the next one. A pause or the deletion of the endpoint ends the recovery. */
export async function runRecovery(command: Command, job: Job): Promise<SkippedMembers | undefined> {
  const { tx, now } = command;
  const progress = Progress.parse(job.payload);
  // Two recoveries take turns, so that the second sees what the first has delivered. Events of the endpoint need not wait.
  const [endpoint] = await selectEndpoint(tx, job.ref).for('no key update');
  if (!endpoint || findStop(endpoint, 'manual')) return undefined;
  const run = progress.include === 'missing' ? deliverMissing : replayFailed;
  const { batch, failed } = await run(command, endpoint, progress);
  const last = batch.at(-1);
  if (last && batch.length === BATCH) {
    const payload = { ...progress, since: last.createdAt, after: last.seq };
    const { ref, tenantId } = job;
    await schedule(tx, { kind: 'recovery', ref, dueAt: now, payload, tenantId });
  }
  return skippedMembers(failed);
}

type Range = z.output<typeof Progress>;

/** Skips deliveries that another transaction holds: they are being replayed or deleted. */
async function replayFailed(command: Command, endpoint: EndpointRow, range: Range) {
  const batch = await lockFailed(command.tx, endpoint.id, range, BATCH);
  const failed = await allOrEach(command.tx, batch, (rows) =>
    scheduleReplays(command, endpoint, rows),
  );
  return { batch, failed };
}

/** Events that are emitted meanwhile already have their deliveries. */
async function deliverMissing(command: Command, endpoint: EndpointRow, range: Range) {
  const batch = await selectSubscribed(command, endpoint, range, BATCH);
  const missing = batch.filter(({ delivered }) => !delivered);
  const failed = await allOrEach(command.tx, missing, (rows) =>
    deliverStored(command, rows, endpoint.id),
  );
  return { batch, failed };
}
