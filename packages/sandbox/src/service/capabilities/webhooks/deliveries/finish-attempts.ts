import { type HeldJob, removeJobs } from '../../../engine/take-jobs.js';
import type { Command } from '../../../kernel/command.js';
import type { SendResult } from '../../../outbound/send.js';
import type { DeliveryStatus } from '../delivery-states.js';
import { saveResults } from './attempt-records.js';
import { settleDeliveries } from './settle-deliveries.js';
import type { StartedAttempt } from './started-attempt.js';

/** An attempt that was sent, and its results: its own, and those of the requests that a fault has added. */
export interface SentAttempt {
  readonly held: HeldJob;
  readonly attempt: StartedAttempt;
  readonly results: readonly [SendResult, ...SendResult[]];
}

/** The end of an attempt. */
interface FinishedAttempt {
  readonly state: 'succeeded' | 'failed';
  /** The status that its delivery has now. Undefined: a reset has removed it, or another process has recorded an interruption. */
  readonly status: DeliveryStatus | undefined;
}

/**
 * Records the results of attempts, and what follows from them, and removes their jobs.
 *
 * @returns How each ended, but for those whose job another process holds now: nothing is written of them.
 */
export async function finishAttempts(
  command: Command,
  sent: readonly SentAttempt[],
): Promise<ReadonlyMap<SentAttempt, FinishedAttempt>> {
  const { tx } = command;
  const removed = await removeJobs(
    tx,
    sent.map(({ held }) => held),
  );
  const own = sent.filter(({ held }) => removed.has(held));
  const results = own.flatMap(({ attempt, results }) =>
    [attempt, ...attempt.also].flatMap(({ id }, index) => {
      const result = results[index];
      return result ? [toRow(id, result)] : [];
    }),
  );
  const recorded = await saveResults(tx, results);
  const ended = own
    .filter(({ attempt }) => recorded.has(attempt.id))
    .map(({ attempt, results }) => ({ ...attempt, state: judgeResult(results[0]) }));
  const settled = await settleDeliveries(command, ended);
  return new Map(
    own.map((each) => {
      const status = settled.get(each.attempt.deliveryId);
      return [each, { state: judgeResult(each.results[0]), status }];
    }),
  );
}

function judgeResult({ response }: SendResult): 'succeeded' | 'failed' {
  return response && response.status >= 200 && response.status < 300 ? 'succeeded' : 'failed';
}

function toRow(id: string, result: SendResult) {
  const { durationMs, response, error } = result;
  return {
    id,
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
