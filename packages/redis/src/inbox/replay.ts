import type { ReplayRange } from '@screening-webhooks/core';
import type { Queue } from 'bullmq';
import type { RedisClient } from '../redis-client.js';
import { redisScript, runScript } from '../redis-script.js';
import { type InboxJobData, orderOf } from './inbox-job.js';
import type { InboxSettings } from './inbox-settings.js';
import { jobIdStart } from './job-id.js';
import type { Turns } from './turns.js';

interface Finished {
  readonly id: string;
  readonly state: 'completed' | 'failed';
  readonly receivedAt: number;
}

// One page: what matches is found where it lies, so that only its ids come over.
const FIND = redisScript(`
local page = redis.call('ZSCAN', KEYS[1], ARGV[2], 'MATCH', ARGV[3], 'COUNT', 500)
local found = { page[1] }
for i = 1, #page[2], 2 do
  local id = page[2][i]
  local receivedAt = redis.call('HGET', ARGV[1] .. id, 'timestamp')
  local at = tonumber(receivedAt or '')
  if at and at >= tonumber(ARGV[4]) and at <= tonumber(ARGV[5]) then
    found[#found + 1] = id
    found[#found + 1] = receivedAt
  end
end
return found`);

/** Puts finished events back, in the order received. What waits or runs is left alone: it will be processed anyhow. */
export async function replay(
  { client, queue, settings, turns }: ReplaySource,
  which: ReplayRange,
): Promise<number> {
  const states = 'deadOnly' in which && which.deadOnly ? ['failed' as const] : FINISHED;
  const found: Finished[] = [];
  for (const state of states)
    found.push(...(await finished(client, queue.toKey(''), state, which)));
  found.sort((one, other) => one.receivedAt - other.receivedAt);

  let replayed = 0;
  for (const { id, state } of found) {
    const job = await queue.getJob(id);
    if (!job) continue;
    try {
      await job.retry(state, { resetAttemptsMade: true, resetAttemptsStarted: true });
    } catch (error) {
      // Somebody else was faster: another replay, or the end of its retention.
      if ((await job.getState()) === state) throw error;
      continue;
    }
    replayed += 1;
    const order = orderOf(job.data.event, settings.orderBy);
    if (order !== undefined) await turns.enrol(order, id);
  }
  return replayed;
}

interface ReplaySource {
  readonly client: RedisClient;
  readonly queue: Queue<InboxJobData, string, string>;
  readonly settings: InboxSettings;
  readonly turns: Turns;
}

const FINISHED = ['completed', 'failed'] as const;

async function finished(
  client: RedisClient,
  base: string,
  state: Finished['state'],
  which: ReplayRange,
): Promise<readonly Finished[]> {
  const [pattern, since, until] =
    'id' in which
      ? [`${jobIdStart(which.id)}*`, 0, Number.MAX_SAFE_INTEGER]
      : ['*', which.since, which.until ?? Number.MAX_SAFE_INTEGER];
  // A scan may tell of a job twice.
  const found = new Map<string, Finished>();
  let cursor = '0';
  do {
    const args = [base, cursor, pattern, String(since), String(until)];
    const reply = await runScript(client, FIND, [base + state], args);
    const [next = '0', ...pairs] = Array.isArray(reply) ? reply.map(String) : [];
    for (let at = 0; at + 1 < pairs.length; at += 2) {
      const id = pairs[at] ?? '';
      found.set(id, { id, state, receivedAt: Number(pairs[at + 1]) });
    }
    cursor = next;
  } while (cursor !== '0');
  return [...found.values()];
}
