import type { ReplayRange } from '@screening-webhooks/core';
import { UnreadableEvent } from '@screening-webhooks/core/store-kit';
import type { RedisCommands } from '../redis-client.js';
import { pairsOf, redisScript, runListScript } from '../redis-script.js';
import { releaseFirst, retry } from './held-jobs.js';
import { eventOf, jobIdPrefix, orderValueOf } from './inbox-job.js';
import type { WorkerContext } from './worker-context.js';

interface FinishedJob {
  readonly id: string;
  readonly state: 'completed' | 'failed';
  readonly receivedAt: number;
}

// One page of the scan. The server filters the jobs, so that only matching ids are sent.
const FIND = redisScript(`
local page = redis.call('ZSCAN', KEYS[1], ARGV[2], 'MATCH', ARGV[3], 'COUNT', 500)
local found = { page[1] }
for i = 1, #page[2], 2 do
  local id = page[2][i]
  local receivedAt = redis.pcall('HGET', ARGV[1] .. id, 'timestamp')
  local at = tonumber(receivedAt or '')
  if at and at >= tonumber(ARGV[4]) and at <= tonumber(ARGV[5]) then
    found[#found + 1] = id
    found[#found + 1] = receivedAt
  end
end
return found`);

/**
 * Puts finished events back into the queue, in the order received, and resolves with their number. Skips events that wait
 * or run, because they will be processed anyway. The errors of single events go to `onError`.
 */
export async function replay(
  commands: RedisCommands,
  context: WorkerContext,
  range: ReplayRange,
): Promise<number> {
  const states = 'deadOnly' in range && range.deadOnly ? ['failed' as const] : FINISHED_STATES;
  const jobs: FinishedJob[] = [];
  for (const state of states) {
    jobs.push(...(await findFinished(commands, context.queue.toKey(''), state, range)));
  }
  jobs.sort((one, other) => one.receivedAt - other.receivedAt);

  let replayed = 0;
  for (const { id } of jobs) {
    try {
      if (await replayJob(id, context)) replayed += 1;
    } catch (error) {
      context.onError(error);
    }
  }
  return replayed;
}

/** @throws Error when its event cannot be read. */
async function replayJob(id: string, context: WorkerContext): Promise<boolean> {
  const { queue, settings, orders, jobs } = context;
  const job = await jobs.read(queue, id);
  if (!job?.finishedOn) return false;
  const event = eventOf(job);
  if (event instanceof UnreadableEvent) throw new Error(`${id} is not replayed: ${event.reason}`);
  const orderValue = orderValueOf(event, settings.orderBy);
  if (orderValue === undefined) return retry(job);
  // Not queued at once: the others of its order value would then be fetched before their turn.
  await releaseFirst(context, await orders.appendFinished(orderValue, id));
  return true;
}

const FINISHED_STATES = ['completed', 'failed'] as const;

async function findFinished(
  commands: RedisCommands,
  keyBase: string,
  state: FinishedJob['state'],
  range: ReplayRange,
): Promise<readonly FinishedJob[]> {
  const [pattern, since, until] =
    'id' in range
      ? [`${jobIdPrefix(range.id)}*`, 0, Number.MAX_SAFE_INTEGER]
      : ['*', range.since, range.until ?? Number.MAX_SAFE_INTEGER];
  // A scan may return a job twice.
  const found = new Map<string, FinishedJob>();
  let cursor = '0';
  do {
    const args = [keyBase, cursor, pattern, String(since), String(until)];
    const [next = '0', ...page] = await runListScript(commands, FIND, [keyBase + state], args);
    for (const [id, receivedAt] of pairsOf(page)) {
      found.set(id, { id, state, receivedAt: Number(receivedAt) });
    }
    cursor = next;
  } while (cursor !== '0');
  return [...found.values()];
}
