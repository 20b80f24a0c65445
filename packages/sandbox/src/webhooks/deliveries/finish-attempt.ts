import { and, eq, ne } from 'drizzle-orm';
import { nextState } from '../../api/state-machine.js';
import { readClock } from '../../engine/clock.js';
import type { Command } from '../../engine/command.js';
import { schedule } from '../../engine/jobs.js';
import type { SendResult } from '../../outbound/send.js';
import { mailAboutFailing } from '../../outbox/mail-about-failing.js';
import { type RetryPolicy, webhookAttempts, webhookDeliveries } from '../../store/schema/index.js';
import type { Sql } from '../../store/sql.js';
import type { EndpointRow } from '../endpoints/queries.js';
import { recordHealth } from '../endpoints/record-health.js';
import { nextDelay } from '../endpoints/retry-policy.js';
import type { StartedAttempt } from './started-attempt.js';
import { deliveryStates } from './states.js';

/** Records the results of an attempt, and what follows from its own: success, another attempt, or the end. */
export async function finishAttempt(
  command: Command,
  attempt: StartedAttempt,
  [result, ...others]: readonly [SendResult, ...SendResult[]],
): Promise<'succeeded' | 'failed'> {
  const { tx } = command;
  const state = stateAfter(result);
  const ok = state === 'succeeded';
  if (!(await recordResult(tx, attempt, result))) return state;
  for (const [index, each] of attempt.also.entries()) {
    const other = others[index];
    if (other) await recordResult(tx, each, other);
  }
  // A frozen clock has not moved during the attempt; on a real clock, the backoff runs from the end of the attempt.
  const { now } = await readClock(tx);
  const endpoint = await recordHealth(tx, attempt.endpointId, ok, now);
  if (!ok) await mailAboutFailing(command, endpoint);
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
    .where(eq(webhookDeliveries.id, attempt.deliveryId));
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

function stateAfter({ response }: SendResult): 'succeeded' | 'failed' {
  return response && response.status >= 200 && response.status < 300 ? 'succeeded' : 'failed';
}

/** False: a reset has removed the attempt, or somebody has recorded it as interrupted. */
async function recordResult(tx: Sql, { id }: StartedAttempt, result: SendResult): Promise<boolean> {
  const { durationMs, response, error } = result;
  const finished = await tx
    .update(webhookAttempts)
    .set({
      state: stateAfter(result),
      durationMs,
      responseStatus: response?.status ?? null,
      responseHeaders: response?.headers ?? null,
      responseBody: response?.body.replaceAll('\0', '\ufffd') ?? null,
      errorCode: error?.code ?? null,
      errorMessage: error?.message ?? null,
    })
    .where(and(eq(webhookAttempts.id, id), eq(webhookAttempts.state, 'started')))
    .returning({ id: webhookAttempts.id });
  return finished.length > 0;
}

function afterFailure({ deletedAt, paused }: EndpointRow): 'retry' | 'hold' | 'cancel' {
  if (deletedAt !== null) return 'cancel';
  return paused ? 'hold' : 'retry';
}

/** Seconds to the next attempt. Undefined: there is none, as after every replay and test. */
async function delayAfter(
  tx: Sql,
  { deliveryId, trigger }: StartedAttempt,
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
