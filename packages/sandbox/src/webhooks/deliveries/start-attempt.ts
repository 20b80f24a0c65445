import { eq, sql } from 'drizzle-orm';
import { nextState } from '../../api/state-machine.js';
import type { Command } from '../../engine/command.js';
import type { Job } from '../../engine/jobs.js';
import type { JobSteps } from '../../engine/run-job.js';
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
import { interruptAttempts, isInterruptedTooOften } from './interrupted-attempts.js';
import type { AttemptSettings, StartedAttempt } from './started-attempt.js';
import { type DeliveryAction, type DeliveryStatus, deliveryStates } from './states.js';

const NOTHING = 'nothing to attempt';

/** Records an attempt, before it is sent: signed now, over the stored bytes. */
export async function startAttempt(
  command: Command,
  job: Job,
  isHeld: JobSteps['isHeld'],
  settings: AttemptSettings,
): Promise<StartedAttempt | typeof NOTHING | 'interrupted too often'> {
  const { tx, now } = command;
  const row = await lockDelivery(tx, job.ref);
  // A pause removes the job, and a resumption makes another.
  if (!row || !(await isHeld(tx))) return NOTHING;
  const { delivery, endpoint, event, faulty } = row;
  const replayOf = delivery.statusBeforeReplay;
  const manual = job.kind === 'manual_attempt';
  if (manual && replayOf !== null && (endpoint.paused || endpoint.deletedAt)) {
    await dropReplay(tx, delivery.id, replayOf);
    return NOTHING;
  }
  const first = manual ? 'replay' : 'attempt';
  const action = delivery.status === 'delivering' ? 'interrupt' : first;
  if (manual !== (replayOf !== null) || !isPossible(action, delivery.status)) return NOTHING;
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
  if (!plan) return NOTHING;
  // The job was taken again: its former holder can no longer finish the attempt.
  if (action === 'interrupt') await interruptAttempts(tx, delivery.id);
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
  return attempt ? { ...attempt, also } : NOTHING;
}

async function lockDelivery(tx: Sql, id: string) {
  const [row] = await tx
    .select({
      delivery: webhookDeliveries,
      endpoint: webhookEndpoints,
      event: events,
      faulty: sql<boolean>`exists (select from ${faults})`,
    })
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

function isPossible(action: DeliveryAction, status: DeliveryStatus): boolean {
  const from: readonly DeliveryStatus[] = deliveryStates[action].from;
  return from.includes(status);
}
