import { and, eq } from 'drizzle-orm';
import type { Command } from '../../engine/command.js';
import type { SendResult } from '../../outbound/send.js';
import { webhookAttempts } from '../../store/schema/index.js';
import type { Sql } from '../../store/sql.js';
import { settleDelivery } from './settle-delivery.js';
import type { StartedAttempt } from './started-attempt.js';

/** Records the results of an attempt, and what follows from its own. */
export async function finishAttempt(
  command: Command,
  attempt: StartedAttempt,
  [result, ...others]: readonly [SendResult, ...SendResult[]],
): Promise<'succeeded' | 'failed'> {
  const { tx } = command;
  const state = stateAfter(result);
  if (!(await recordResult(tx, attempt, result))) return state;
  for (const [index, each] of attempt.also.entries()) {
    const other = others[index];
    if (other) await recordResult(tx, each, other);
  }
  await settleDelivery(command, attempt, state);
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
