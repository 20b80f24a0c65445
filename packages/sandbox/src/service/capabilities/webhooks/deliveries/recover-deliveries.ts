import { z } from 'zod';
import { type LeftOut, leftOut } from '../../../engine/run-job.js';
import type { ChangeContext } from '../../../http/operation.js';
import type { WireOf } from '../../../http/wire.js';
import { allOrEach } from '../../../kernel/all-or-each.js';
import { type Command, type Job, schedule } from '../../../kernel/command.js';
import { limits } from '../../../limits/limits.js';
import { failureCauses } from '../delivery-records.js';
import { findStop } from '../endpoints/find-stop.js';
import { endpointRecords } from '../endpoints/records.js';
import { countFailed, countRetrying, lockFailed, selectEndpoint } from './records.js';
import { endpointPaused, scheduleReplays } from './replay-delivery.js';
import type { RecoverDeliveries, Recovery } from './wire.js';

const { most: BATCH } = limits.rowsOfTransaction;

/** The rest of a recovery: the failed deliveries from a time and, of those created then, after a number. */
const Progress = z.object({
  since: z.coerce.date(),
  until: z.coerce.date(),
  after: z.number(),
  cause: z.enum(failureCauses).optional(),
});

/**
 * Has every failed delivery of an endpoint replayed that was created in a range, both ends included, or those of a cause.
 *
 * @throws Problem when there is no such endpoint, or it is paused.
 */
export async function recoverDeliveries(
  { tx, now, scope }: ChangeContext,
  id: string,
  { since, until, cause }: z.output<typeof RecoverDeliveries>,
): Promise<WireOf<typeof Recovery>> {
  const endpoint = await endpointRecords.find(tx, scope, id);
  if (endpoint.paused) throw endpointPaused();
  const range = {
    since: new Date(since),
    until: until === undefined ? now : new Date(until),
  };
  const progress = { ...range, after: 0, ...(cause ? { cause } : {}) };
  const found = await countFailed(tx, id, progress);
  if (found > 0) {
    const { tenantId } = endpoint;
    await schedule(tx, { kind: 'recovery', ref: id, dueAt: now, payload: progress, tenantId });
  }
  return { endpointId: id, ...range, found, ...(await countRetrying(tx, id, progress)) };
}

/**
 * Schedules the replays of a batch, and the next batch. A pause or the deletion of the endpoint ends the recovery. A delivery that
 * another transaction holds is being replayed or deleted.
 */
export async function runRecovery(command: Command, job: Job): Promise<LeftOut | undefined> {
  const { tx, now } = command;
  const progress = Progress.parse(job.payload);
  const [endpoint] = await selectEndpoint(tx, job.ref);
  if (!endpoint || findStop(endpoint, 'manual')) return undefined;
  const batch = await lockFailed(tx, job.ref, progress, BATCH);
  const failed = await allOrEach(tx, batch, (rows) => scheduleReplays(command, endpoint, rows));
  const last = batch.at(-1);
  if (last && batch.length === BATCH) {
    const payload = { ...progress, since: last.createdAt, after: last.seq };
    const { ref, tenantId } = job;
    await schedule(tx, { kind: 'recovery', ref, dueAt: now, payload, tenantId });
  }
  return leftOut(failed);
}
