import type { HeldJob } from '../../../engine/take-jobs.js';
import { transition } from '../../../http/state-machine.js';
import type { Command } from '../../../kernel/command.js';
import type { SendResult } from '../../../outbound/send.js';
import { type DeliveryStatus, deliveryStates } from '../delivery-states.js';
import { failureCause, whyFailed } from '../diagnosis/find-cause.js';
import { endAttempts, type ResultRow } from './attempt-records.js';
import { failDelivery, inFlight } from './end-delivery.js';
import type { StartedAttempt } from './start-attempts.js';

/** An attempt that was sent, its result, and the results of the requests that a fault has added. */
export interface SentAttempt {
  readonly held: HeldJob;
  readonly attempt: StartedAttempt;
  readonly results: readonly [SendResult, ...SendResult[]];
}

interface FinishedAttempt {
  readonly state: 'succeeded' | 'failed';
  /** The status that its delivery has now. */
  readonly status: DeliveryStatus;
}

/**
 * Records the results of attempts, and what follows from them, and removes their jobs.
 *
 * @param which `group`: an attempt whose delivery another transaction holds is left out.
 * @returns how each ended. Ignores attempts whose job another process holds now, or a reset has removed: nothing is written.
 */
export async function finishAttempts(
  command: Command,
  sent: readonly SentAttempt[],
  which: 'group' | 'one',
): Promise<ReadonlyMap<SentAttempt, FinishedAttempt>> {
  const { status } = transition(deliveryStates, 'succeed', inFlight, inFlight);
  const saved = await endAttempts(
    command,
    sent.map(({ held }) => held),
    sent.flatMap(toRows),
    sent.filter(isSuccess).map(({ attempt: { id, deliveryId, endpointId, url, replayOf } }) => ({
      attempt: id,
      delivery: deliveryId,
      endpoint: endpointId,
      url,
      status,
      ...(replayOf === 'succeeded' ? {} : { at: command.now }),
    })),
    inFlight.status,
    which,
  );
  const finished = new Map<SentAttempt, FinishedAttempt>();
  for (const each of sent.filter(({ attempt }) => saved.has(attempt.id))) {
    finished.set(
      each,
      isSuccess(each)
        ? { state: 'succeeded', status }
        : { state: 'failed', status: await failDelivery(command, each.attempt, failureOf(each)) },
    );
  }
  return finished;
}

function isSuccess({ results: [own] }: SentAttempt): boolean {
  return judgeResult(own) === 'succeeded';
}

function failureOf({ attempt, results: [own] }: SentAttempt) {
  const outcome = {
    state: 'failed',
    responseStatus: own.response?.status ?? null,
    errorCode: own.error?.code ?? null,
    errorMessage: own.error?.message ?? null,
  } as const;
  return {
    cause: failureCause(outcome, attempt.transferMode),
    message: whyFailed(outcome)?.message ?? '',
  };
}

function judgeResult({ response }: SendResult): 'succeeded' | 'failed' {
  return response && response.status >= 200 && response.status < 300 ? 'succeeded' : 'failed';
}

function toRows({ held, attempt, results }: SentAttempt): ResultRow[] {
  return [attempt, ...attempt.also].flatMap(({ id }, index) => {
    const result = results[index];
    return result ? [{ ...toRow(id, held.job.seq, result), delivery: attempt.deliveryId }] : [];
  });
}

function toRow(id: string, job: number, result: SendResult): Omit<ResultRow, 'delivery'> {
  const { durationMs, response, error } = result;
  return {
    id,
    job,
    state: judgeResult(result),
    duration: durationMs,
    status: response?.status,
    headers: response?.headers,
    body: response && storable(response.body),
    code: error?.code,
    message: error && storable(error.message),
  };
}

/** Text that the database can keep: without U+0000 and halves of surrogate pairs. */
function storable(text: string): string {
  return text.replaceAll(/\0|\p{Surrogate}/gu, '\ufffd');
}
