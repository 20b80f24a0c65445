import { and, asc, eq, isNull, lte, sql } from 'drizzle-orm';
import { z } from 'zod';
import { webhookDeliveries, webhookEndpoints } from '../../../db/schema/index.js';
import type { ChangeContext } from '../../../http/operation.js';
import type { Command } from '../../../kernel/command.js';
import { type Job, schedule } from '../../../kernel/schedule.js';
import { limits } from '../../../limits/limits.js';
import { endpointRecords } from '../endpoints/records.js';
import { stopOf } from '../endpoints/stop-of.js';
import { endpointPaused, scheduleReplays } from './replay-delivery.js';
import type { RecoverDeliveries, Recovery } from './wire.js';

const { most: BATCH } = limits.rowsOfTransaction;

/** What a recovery still has to do: the failed deliveries from a time and, of those created then, after a number. */
const Progress = z.object({ since: z.string(), until: z.string(), after: z.number() });
type Progress = z.output<typeof Progress>;

/**
 * Has every failed delivery of an endpoint replayed that was created in a range, both ends included.
 *
 * @throws Problem when there is no such endpoint, or it is paused.
 */
export async function recoverDeliveries(
  { tx, now, scope }: ChangeContext,
  id: string,
  { since, until }: z.output<typeof RecoverDeliveries>,
): Promise<z.input<typeof Recovery>> {
  const endpoint = await endpointRecords.find(tx, scope, id);
  if (endpoint.paused) throw endpointPaused();
  const range = {
    since: new Date(since).toISOString(),
    until: (until === undefined ? now : new Date(until)).toISOString(),
  };
  const progress: Progress = { ...range, after: 0 };
  const found = await tx.$count(webhookDeliveries, toRecover(id, progress));
  if (found > 0) {
    await schedule(tx, { kind: 'recovery', ref: id, dueAt: now, payload: progress });
  }
  return { endpointId: id, ...range, found };
}

/** Schedules the replays of a batch, and the next batch. A pause or the deletion of the endpoint ends the recovery. */
export async function runRecovery(command: Command, job: Job): Promise<void> {
  const { tx, now } = command;
  const progress = Progress.parse(job.payload);
  const [endpoint] = await tx
    .select({ paused: webhookEndpoints.paused, deletedAt: webhookEndpoints.deletedAt })
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.id, job.ref));
  if (!endpoint || stopOf(endpoint, 'manual')) return;
  const batch = await tx
    .select({
      id: webhookDeliveries.id,
      status: webhookDeliveries.status,
      seq: webhookDeliveries.seq,
      createdAt: webhookDeliveries.createdAt,
    })
    .from(webhookDeliveries)
    .where(toRecover(job.ref, progress))
    .orderBy(asc(webhookDeliveries.createdAt), asc(webhookDeliveries.seq))
    .limit(BATCH)
    .for('update');
  await scheduleReplays(command, job.ref, batch);
  const last = batch.at(-1);
  if (!last || batch.length < BATCH) return;
  const since = last.createdAt.toISOString();
  const payload: Progress = { ...progress, since, after: last.seq };
  await schedule(tx, { kind: 'recovery', ref: job.ref, dueAt: now, payload });
}

function toRecover(endpointId: string, { since, until, after }: Progress) {
  const { createdAt, seq } = webhookDeliveries;
  return and(
    eq(webhookDeliveries.endpointId, endpointId),
    eq(webhookDeliveries.status, 'failed'),
    isNull(webhookDeliveries.statusBeforeReplay),
    sql`(${createdAt}, ${seq}) > (${since}::timestamptz, ${after}::bigint)`,
    lte(createdAt, new Date(until)),
  );
}
