import { and, eq } from 'drizzle-orm';
import { nextState } from '../../api/state-machine.js';
import type { Command } from '../../engine/command.js';
import { isScheduled, type Job } from '../../engine/jobs.js';
import { planAttempt } from '../../faults/plan-attempt.js';
import {
  events,
  webhookAttempts,
  webhookDeliveries,
  webhookEndpoints,
} from '../../store/schema/index.js';
import type { Sql } from '../../store/sql.js';
import { signingSecrets } from '../endpoints/signing-secrets.js';
import type { AttemptSettings, StartedAttempt } from './started-attempt.js';
import { type DeliveryAction, type DeliveryStatus, deliveryStates } from './states.js';

/** Records an attempt, before it is sent: signed now, over the stored bytes. Undefined: there is nothing to attempt. */
export async function startAttempt(
  command: Command,
  job: Job,
  settings: AttemptSettings,
): Promise<StartedAttempt | undefined> {
  const { tx, now } = command;
  const row = await lockDelivery(tx, job.ref);
  // A pause removes the job, and a resumption makes another.
  if (!row || !(await isScheduled(tx, job))) return undefined;
  const { delivery, endpoint, event } = row;
  const replayOf = delivery.statusBeforeReplay;
  const manual = job.kind === 'manual_attempt';
  if (manual && replayOf !== null && (endpoint.paused || endpoint.deletedAt)) {
    await dropReplay(tx, delivery.id, replayOf);
    return undefined;
  }
  const first = manual ? 'replay' : 'attempt';
  const action = delivery.status === 'delivering' ? 'interrupt' : first;
  if (manual !== (replayOf !== null) || !isPossible(action, delivery.status)) return undefined;
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
  });
  if (!plan) return undefined;
  // The job was taken again: its former holder can no longer finish the attempt.
  if (action === 'interrupt') await interruptAttempt(tx, delivery.id);
  const own = settings.strictHeaders
    ? {}
    : {
        'User-Agent': 'BackgroundScreening-Webhook/1.0',
        'Service-Delivery-Id': delivery.id,
        'Service-Delivery-Attempt': String(number),
        ...(event.test ? { 'Service-Delivery-Test': '1' } : {}),
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
  await tx.insert(webhookAttempts).values(
    attempts.map(({ id, deliveryId, number, trigger, url, headers }) => ({
      id,
      deliveryId,
      number,
      trigger,
      state: 'started' as const,
      url,
      requestHeaders: headers,
      signedAt,
      startedAt: now,
      fault: plan.fault,
    })),
  );
  await tx
    .update(webhookDeliveries)
    .set({
      status: nextState(deliveryStates, action, delivery.status),
      attemptCount: delivery.attemptCount + attempts.length,
      nextAttemptAt: null,
    })
    .where(eq(webhookDeliveries.id, delivery.id));
  const [attempt, ...also] = attempts;
  return attempt && { ...attempt, also };
}

async function lockDelivery(tx: Sql, id: string) {
  const [row] = await tx
    .select({ delivery: webhookDeliveries, endpoint: webhookEndpoints, event: events })
    .from(webhookDeliveries)
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId))
    .innerJoin(events, eq(events.id, webhookDeliveries.eventId))
    .where(eq(webhookDeliveries.id, id))
    .for('update', { of: webhookDeliveries });
  return row;
}

async function dropReplay(tx: Sql, id: string, status: 'succeeded' | 'failed'): Promise<void> {
  await tx
    .update(webhookDeliveries)
    .set({ status, statusBeforeReplay: null, nextAttemptAt: null })
    .where(eq(webhookDeliveries.id, id));
}

async function interruptAttempt(tx: Sql, deliveryId: string): Promise<void> {
  await tx
    .update(webhookAttempts)
    .set({ state: 'interrupted' })
    .where(and(eq(webhookAttempts.deliveryId, deliveryId), eq(webhookAttempts.state, 'started')));
}

function isPossible(action: DeliveryAction, status: DeliveryStatus): boolean {
  const from: readonly DeliveryStatus[] = deliveryStates[action].from;
  return from.includes(status);
}
