import { signBody } from '@screening-webhooks/core';
import { and, eq, ne } from 'drizzle-orm';
import { nextState } from '../../api/state-machine.js';
import { readClock } from '../../engine/clock.js';
import type { Command } from '../../engine/command.js';
import { isScheduled, type Job, schedule } from '../../engine/jobs.js';
import type { SendResult } from '../../outbound/send.js';
import type { Sql } from '../../store/connect.js';
import {
  events,
  type RetryPolicy,
  webhookAttempts,
  webhookDeliveries,
  webhookEndpoints,
} from '../../store/schema/index.js';
import type { EndpointRow } from '../endpoints/queries.js';
import { recordHealth } from '../endpoints/record-health.js';
import { nextDelay } from '../endpoints/retry-policy.js';
import { signingSecrets } from '../endpoints/signing-secrets.js';
import { type DeliveryAction, type DeliveryStatus, deliveryStates } from './states.js';

/** An attempt that is recorded and may be sent. */
export interface StartedAttempt {
  readonly id: string;
  readonly deliveryId: string;
  readonly endpointId: string;
  readonly number: number;
  readonly trigger: 'scheduled' | 'manual' | 'test';
  /** The status that a replay goes back to when it fails. Null: the attempt is no replay. */
  readonly replayOf: 'succeeded' | 'failed' | null;
  readonly url: string;
  readonly inProcess: boolean;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  readonly policy: RetryPolicy;
}

/** How attempts are signed and labelled. */
export interface AttemptSettings {
  readonly signatureClock: 'wall' | 'virtual';
  /** Sends the headers of the specification and no other. */
  readonly strictHeaders: boolean;
}

/** Records an attempt, before it is sent: signed now, over the stored bytes. Undefined: there is nothing to attempt. */
export async function startAttempt(
  { tx, now, nextId }: Command,
  job: Job,
  settings: AttemptSettings,
): Promise<StartedAttempt | undefined> {
  const [row] = await tx
    .select({
      delivery: webhookDeliveries,
      endpoint: webhookEndpoints,
      event: { test: events.test, body: events.body, bodyWithRelated: events.bodyWithRelated },
    })
    .from(webhookDeliveries)
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId))
    .innerJoin(events, eq(events.id, webhookDeliveries.eventId))
    .where(eq(webhookDeliveries.id, job.ref))
    .for('update', { of: webhookDeliveries });
  if (!row) return undefined;
  // A pause removes the job, and a resumption makes another.
  if (!(await isScheduled(tx, job))) return undefined;
  const { delivery, endpoint, event } = row;
  const replayOf = delivery.statusBeforeReplay;
  const manual = job.kind === 'manual_attempt';
  if (manual && replayOf !== null && (endpoint.paused || endpoint.deletedAt)) {
    await tx.update(webhookDeliveries).set(withoutReplay(replayOf)).where(is(delivery.id));
    return undefined;
  }
  const first = manual ? 'replay' : 'attempt';
  const action = delivery.status === 'delivering' ? 'interrupt' : first;
  if (manual !== (replayOf !== null) || !isPossible(action, delivery.status)) return undefined;
  // The job was taken again: its former holder can no longer finish the attempt.
  if (action === 'interrupt') await interruptAttempt(tx, delivery.id);
  const trigger = manual ? 'manual' : event.test ? 'test' : 'scheduled';
  const body = delivery.variant === 'related' ? (event.bodyWithRelated ?? event.body) : event.body;
  const status = nextState(deliveryStates, action, delivery.status);
  const number = delivery.attemptCount + 1;
  const signedAt = settings.signatureClock === 'wall' ? new Date() : now;
  const headers = {
    'Content-Type': 'application/json',
    'Service-Signature': await signBody(body, {
      secret: signingSecrets(endpoint, now),
      timestamp: Math.floor(signedAt.getTime() / 1000),
    }),
    ...(settings.strictHeaders
      ? {}
      : {
          'User-Agent': 'BackgroundScreening-Webhook/1.0',
          'Service-Delivery-Id': delivery.id,
          'Service-Delivery-Attempt': String(number),
          ...(event.test ? { 'Service-Delivery-Test': '1' } : {}),
        }),
  };
  const id = await nextId('att');
  await tx.insert(webhookAttempts).values({
    id,
    deliveryId: delivery.id,
    number,
    trigger,
    state: 'started',
    url: endpoint.url,
    requestHeaders: headers,
    signedAt,
    startedAt: now,
  });
  await tx
    .update(webhookDeliveries)
    .set({ status, attemptCount: number, nextAttemptAt: null })
    .where(is(delivery.id));
  return {
    id,
    deliveryId: delivery.id,
    endpointId: endpoint.id,
    number,
    trigger,
    replayOf,
    url: endpoint.url,
    inProcess: endpoint.inProcess,
    headers,
    body,
    policy: endpoint.retryPolicy,
  };
}

/** Records the result of an attempt, and what follows from it: success, another attempt, or the end. */
export async function finishAttempt(
  { tx }: Command,
  attempt: StartedAttempt,
  result: SendResult,
): Promise<'succeeded' | 'failed'> {
  const { response, error } = result;
  const ok = response !== undefined && response.status >= 200 && response.status < 300;
  const state = ok ? 'succeeded' : 'failed';
  const finished = await tx
    .update(webhookAttempts)
    .set({
      state,
      durationMs: result.durationMs,
      responseStatus: response?.status ?? null,
      responseHeaders: response?.headers ?? null,
      responseBody: response?.body.replaceAll('\0', '\ufffd') ?? null,
      errorCode: error?.code ?? null,
      errorMessage: error?.message ?? null,
    })
    .where(and(eq(webhookAttempts.id, attempt.id), eq(webhookAttempts.state, 'started')))
    .returning({ id: webhookAttempts.id });
  // A reset has removed the attempt, or somebody has recorded it as interrupted.
  if (finished.length === 0) return state;
  // A frozen clock has not moved during the attempt; on a real clock, the backoff runs from the end of the attempt.
  const { now } = await readClock(tx);
  const endpoint = await recordHealth(tx, attempt.endpointId, ok, now);
  const delay = ok ? undefined : await delayAfter(tx, attempt, endpoint.retryPolicy);
  const { replayOf } = attempt;
  const lost = delay === undefined ? 'give-up' : afterFailure(endpoint);
  const failure = replayOf === 'succeeded' ? 'keep-success' : lost;
  const nextAttemptAt =
    delay === undefined || failure !== 'retry' ? null : new Date(now.getTime() + delay * 1000);
  await tx
    .update(webhookDeliveries)
    .set({
      status: nextState(deliveryStates, ok ? 'succeed' : failure, 'delivering'),
      statusBeforeReplay: null,
      nextAttemptAt,
      ...(ok && replayOf !== 'succeeded' ? { succeededAt: now } : {}),
    })
    .where(is(attempt.deliveryId));
  if (nextAttemptAt) {
    await schedule(tx, {
      kind: 'delivery_attempt',
      ref: attempt.deliveryId,
      dueAt: nextAttemptAt,
      endpointId: attempt.endpointId,
    });
  }
  return state;
}

function afterFailure({ deletedAt, paused }: EndpointRow): 'retry' | 'hold' | 'cancel' {
  if (deletedAt !== null) return 'cancel';
  return paused ? 'hold' : 'retry';
}

/** Seconds to the next attempt. Undefined: there is none, as after every replay and test. */
async function delayAfter(
  tx: Sql,
  attempt: StartedAttempt,
  policy: RetryPolicy,
): Promise<number | undefined> {
  if (attempt.trigger !== 'scheduled') return undefined;
  const used = await tx.$count(
    webhookAttempts,
    and(
      eq(webhookAttempts.deliveryId, attempt.deliveryId),
      ne(webhookAttempts.state, 'interrupted'),
    ),
  );
  return nextDelay(policy, used);
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

function withoutReplay(status: 'succeeded' | 'failed') {
  return { status, statusBeforeReplay: null, nextAttemptAt: null };
}

function is(deliveryId: string) {
  return eq(webhookDeliveries.id, deliveryId);
}
