import { asc, eq, inArray, sql } from 'drizzle-orm';
import type { Command } from '../../engine/command.js';
import type { Job } from '../../engine/jobs.js';
import { type HeldJob, stillHeld } from '../../engine/take-jobs.js';
import { planAttempt } from '../../faults/plan-attempt.js';
import {
  events,
  faults,
  webhookAttempts,
  webhookDeliveries,
  webhookEndpoints,
} from '../../store/schema/index.js';
import type { Sql } from '../../store/sql.js';
import { signingSecrets } from '../endpoints/signing-secrets.js';
import { isPreview } from '../events/event-types.js';
import { interruptAttempts, isInterruptedTooOften } from './interrupted-attempts.js';
import type { AttemptSettings, StartedAttempt } from './started-attempt.js';
import { type DeliveryAction, type DeliveryStatus, deliveryStates } from './states.js';

/** What is recorded of an attempt, besides what is sent. */
interface PreparedAttempt {
  readonly attempt: StartedAttempt;
  /** Wall time. */
  readonly signedAt: Date;
  readonly fault: string | null;
}

type Preparation = PreparedAttempt | 'interrupted too often' | undefined;
type Start = StartedAttempt | 'interrupted too often';

/**
 * Records attempts, before they are sent: signed now, over the stored bytes.
 *
 * @returns What is to be sent for each job, if there is anything to attempt.
 */
export async function startAttempts(
  command: Command,
  held: readonly HeldJob[],
  settings: AttemptSettings,
): Promise<ReadonlyMap<HeldJob, Start>> {
  const { tx } = command;
  const rows = await lockDeliveries(
    tx,
    held.map(({ job }) => job.ref),
  );
  // A pause removes the job, and a resumption makes another.
  const present = await stillHeld(tx, held);
  const starts = new Map<HeldJob, Start>();
  const prepared: PreparedAttempt[] = [];
  for (const each of present) {
    const row = rows.get(each.job.ref);
    const attempt = row && (await prepareAttempt(command, each.job, row, settings));
    if (attempt === undefined) continue;
    if (typeof attempt === 'object') prepared.push(attempt);
    starts.set(each, typeof attempt === 'object' ? attempt.attempt : attempt);
  }
  await recordStarts(command, prepared);
  return starts;
}

async function prepareAttempt(
  command: Command,
  job: Job,
  { delivery, endpoint, event, faulty }: LockedDelivery,
  settings: AttemptSettings,
): Promise<Preparation> {
  const { tx, now } = command;
  const replayOf = delivery.statusBeforeReplay;
  const manual = job.kind === 'manual_attempt';
  if (manual && replayOf !== null && (endpoint.paused || endpoint.deletedAt)) {
    await dropReplay(tx, delivery.id, replayOf);
    return undefined;
  }
  const first = manual ? 'replay' : 'attempt';
  const action = delivery.status === 'delivering' ? 'interrupt' : first;
  if (manual !== (replayOf !== null) || !isPossible(action, delivery.status)) return undefined;
  if (action === 'interrupt' && (await isInterruptedTooOften(tx, delivery.id))) {
    return 'interrupted too often';
  }
  const signedAt = settings.signatureClock === 'wall' ? new Date() : now;
  const number = delivery.attemptCount + 1;
  const plan = await planAttempt(command, {
    job,
    number,
    endpoint,
    event,
    body: delivery.variant === 'related' ? (event.bodyWithRelated ?? event.body) : event.body,
    secrets: signingSecrets(endpoint, now),
    signedAt: Math.floor(signedAt.getTime() / 1000),
    faulty,
  });
  if (!plan) return undefined;
  // The job was taken again: its former holder can no longer finish the attempt.
  if (action === 'interrupt') await interruptAttempts(tx, delivery.id);
  const own = settings.strictHeaders
    ? {}
    : {
        'User-Agent': 'BackgroundScreening-Webhook/1.0',
        'Service-Delivery-Id': delivery.id,
        'Service-Delivery-Attempt': String(number),
        ...(event.test ? { 'Service-Delivery-Test': '1' } : {}),
        ...(isPreview(event.type) ? { 'Service-Event-Preview': '1' } : {}),
      };
  const genuine = manual ? 'manual' : event.test ? 'test' : 'scheduled';
  const attempts: StartedAttempt[] = [];
  for (const [index, request] of plan.requests.entries()) {
    attempts.push({
      id: await command.nextId('att'),
      deliveryId: delivery.id,
      endpointId: endpoint.id,
      number: number + index,
      trigger: index === 0 ? genuine : 'fault',
      replayOf,
      url: endpoint.url,
      method: request.method,
      transferMode: request.transferMode,
      inProcess: endpoint.inProcess,
      headers: { ...Object.fromEntries(request.headers), ...own },
      body: request.body,
      timeoutSeconds: endpoint.retryPolicy.timeoutSeconds,
      also: [],
      concurrent: plan.concurrent,
    });
  }
  const [attempt, ...also] = attempts;
  return attempt && { attempt: { ...attempt, also }, signedAt, fault: plan.fault };
}

async function recordStarts(
  { tx, now }: Command,
  prepared: readonly PreparedAttempt[],
): Promise<void> {
  if (prepared.length === 0) return;
  await tx.insert(webhookAttempts).values(
    prepared.flatMap(({ attempt, signedAt, fault }) =>
      [attempt, ...attempt.also].map(({ id, deliveryId, number, trigger, url, headers }) => ({
        id,
        deliveryId,
        number,
        trigger,
        state: 'started' as const,
        url,
        requestHeaders: headers,
        signedAt,
        startedAt: now,
        fault,
      })),
    ),
  );
  for (const count of new Set(prepared.map(({ attempt }) => 1 + attempt.also.length))) {
    const group = prepared.filter(({ attempt }) => 1 + attempt.also.length === count);
    await tx
      .update(webhookDeliveries)
      .set({
        status: deliveryStates.attempt.to,
        attemptCount: sql`${webhookDeliveries.attemptCount} + ${count}`,
        nextAttemptAt: null,
      })
      .where(
        inArray(
          webhookDeliveries.id,
          group.map(({ attempt }) => attempt.deliveryId),
        ),
      );
  }
}

interface LockedDelivery {
  readonly delivery: typeof webhookDeliveries.$inferSelect;
  readonly endpoint: typeof webhookEndpoints.$inferSelect;
  readonly event: typeof events.$inferSelect;
  /** Whether any fault is set. */
  readonly faulty: boolean;
}

async function lockDeliveries(
  tx: Sql,
  ids: readonly string[],
): Promise<ReadonlyMap<string, LockedDelivery>> {
  const rows = await tx
    .select({
      delivery: webhookDeliveries,
      endpoint: webhookEndpoints,
      event: events,
      faulty: sql<boolean>`exists (select from ${faults})`,
    })
    .from(webhookDeliveries)
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId))
    .innerJoin(events, eq(events.id, webhookDeliveries.eventId))
    .where(inArray(webhookDeliveries.id, [...ids]))
    // Groups of two processes lock in one order.
    .orderBy(asc(webhookDeliveries.id))
    .for('update', { of: webhookDeliveries });
  return new Map(rows.map((row) => [row.delivery.id, row]));
}

async function dropReplay(tx: Sql, id: string, status: 'succeeded' | 'failed'): Promise<void> {
  await tx
    .update(webhookDeliveries)
    .set({ status, statusBeforeReplay: null, nextAttemptAt: null })
    .where(eq(webhookDeliveries.id, id));
}

function isPossible(action: DeliveryAction, status: DeliveryStatus): boolean {
  const from: readonly DeliveryStatus[] = deliveryStates[action].from;
  return from.includes(status);
}
