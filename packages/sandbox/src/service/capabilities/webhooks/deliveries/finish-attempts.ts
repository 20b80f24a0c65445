import { and, eq, sql } from 'drizzle-orm';
import { webhookAttempts } from '../../../db/schema/index.js';
import type { Sql } from '../../../db/sql.js';
import { type HeldJob, removeJobs } from '../../../engine/take-jobs.js';
import type { Command } from '../../../kernel/command.js';
import type { SendResult } from '../../../outbound/send.js';
import { settleDeliveries } from './settle-deliveries.js';
import type { StartedAttempt } from './started-attempt.js';

/** An attempt that was sent, and its results: its own, and those of the requests that a fault has added. */
export interface SentAttempt {
  readonly held: HeldJob;
  readonly attempt: StartedAttempt;
  readonly results: readonly [SendResult, ...SendResult[]];
}

/**
 * Records the results of attempts, and what follows from them, and removes their jobs.
 *
 * @returns How each ended, but for those whose job another process holds now: nothing is written of them.
 */
export async function finishAttempts(
  command: Command,
  sent: readonly SentAttempt[],
): Promise<ReadonlyMap<SentAttempt, 'succeeded' | 'failed'>> {
  const { tx } = command;
  const removed = await removeJobs(
    tx,
    sent.map(({ held }) => held),
  );
  const own = sent.filter(({ held }) => removed.has(held));
  const recorded = await recordResults(tx, own);
  const ended = own
    .filter(({ attempt }) => recorded.has(attempt.id))
    .map(({ attempt, results }) => ({ ...attempt, state: stateAfter(results[0]) }));
  await settleDeliveries(command, ended);
  return new Map(own.map((each) => [each, stateAfter(each.results[0])]));
}

function stateAfter({ response }: SendResult): 'succeeded' | 'failed' {
  return response && response.status >= 200 && response.status < 300 ? 'succeeded' : 'failed';
}

/**
 * @returns The ids of the attempts that had no result yet. A reset has removed the others, or another process has recorded them
 * as interrupted.
 */
async function recordResults(tx: Sql, sent: readonly SentAttempt[]): Promise<ReadonlySet<string>> {
  if (sent.length === 0) return new Set();
  const results = sent.flatMap(({ attempt, results }) =>
    [attempt, ...attempt.also].flatMap(({ id }, index) => {
      const result = results[index];
      return result ? [toRow(id, result)] : [];
    }),
  );
  const rows = await tx
    .update(webhookAttempts)
    .set({
      state: sql`r.state`,
      durationMs: sql`r.duration`,
      responseStatus: sql`r.status`,
      responseHeaders: sql`r.headers`,
      responseBody: sql`r.body`,
      errorCode: sql`r.code`,
      errorMessage: sql`r.message`,
    })
    .from(
      sql`json_to_recordset(${JSON.stringify(results)}) as r(id text, state text, duration int,
        status int, headers json, body text, code text, message text)`,
    )
    .where(and(sql`${webhookAttempts.id} = r.id`, eq(webhookAttempts.state, 'started')))
    .returning({ id: webhookAttempts.id });
  return new Set(rows.map(({ id }) => id));
}

function toRow(id: string, result: SendResult) {
  const { durationMs, response, error } = result;
  return {
    id,
    state: stateAfter(result),
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
