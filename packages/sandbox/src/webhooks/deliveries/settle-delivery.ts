import { and, eq, ne } from 'drizzle-orm';
import { nextState } from '../../api/state-machine.js';
import type { Command } from '../../engine/command.js';
import { schedule } from '../../engine/jobs.js';
import { mailAboutFailing } from '../../outbox/mail-about-failing.js';
import { type RetryPolicy, webhookAttempts, webhookDeliveries } from '../../store/schema/index.js';
import type { Sql } from '../../store/sql.js';
import { recordFailure, recordSuccess } from '../endpoints/record-health.js';
import { nextDelay } from '../endpoints/retry-policy.js';
import type { StartedAttempt } from './started-attempt.js';
import { type DeliveryAction, deliveryStates } from './states.js';

/** An attempt that has ended, and of which delivery. */
type EndedAttempt = Pick<StartedAttempt, 'deliveryId' | 'endpointId' | 'trigger' | 'replayOf'>;

/** Records what follows from the end of an attempt: success, another attempt, or the end of the delivery. */
export async function settleDelivery(
  command: Command,
  attempt: EndedAttempt,
  state: 'succeeded' | 'failed',
): Promise<void> {
  const next = await (state === 'succeeded'
    ? success(command, attempt)
    : failure(command, attempt));
  const { tx } = command;
  await tx
    .update(webhookDeliveries)
    .set({
      status: nextState(deliveryStates, next.action, 'delivering'),
      statusBeforeReplay: null,
      nextAttemptAt: next.attemptAt ?? null,
      ...(next.succeededAt ? { succeededAt: next.succeededAt } : {}),
    })
    .where(eq(webhookDeliveries.id, attempt.deliveryId));
  if (!next.attemptAt) return;
  await schedule(tx, {
    kind: 'delivery_attempt',
    ref: attempt.deliveryId,
    dueAt: next.attemptAt,
    endpointId: attempt.endpointId,
  });
}

interface Settlement {
  readonly action: DeliveryAction;
  readonly attemptAt?: Date;
  readonly succeededAt?: Date;
}

async function success(
  { tx, now }: Command,
  { endpointId, replayOf }: EndedAttempt,
): Promise<Settlement> {
  await recordSuccess(tx, endpointId, now);
  return { action: 'succeed', ...(replayOf === 'succeeded' ? {} : { succeededAt: now }) };
}

async function failure(command: Command, attempt: EndedAttempt): Promise<Settlement> {
  const { tx, now } = command;
  const endpoint = await recordFailure(tx, attempt.endpointId, now);
  await mailAboutFailing(command, endpoint);
  const delay = await delayAfter(tx, attempt, endpoint.retryPolicy);
  if (attempt.replayOf === 'succeeded') return { action: 'keep-success' };
  if (delay === undefined) return { action: 'give-up' };
  if (endpoint.deletedAt !== null) return { action: 'cancel' };
  if (endpoint.paused) return { action: 'hold' };
  // The command runs at the end of the attempt, so the backoff begins there.
  return { action: 'retry', attemptAt: new Date(now.getTime() + delay * 1000) };
}

/** Seconds to the next attempt. Undefined: there is none, as after every replay and test. */
async function delayAfter(
  tx: Sql,
  { deliveryId, trigger }: EndedAttempt,
  policy: RetryPolicy,
): Promise<number | undefined> {
  if (trigger !== 'scheduled') return undefined;
  // Neither what a fault has added nor what a dead process left counts.
  const used = await tx.$count(
    webhookAttempts,
    and(
      eq(webhookAttempts.deliveryId, deliveryId),
      ne(webhookAttempts.state, 'interrupted'),
      ne(webhookAttempts.trigger, 'fault'),
    ),
  );
  return nextDelay(policy, used);
}
