import { type DefaultJobOptions, Job, type Queue, type Worker } from 'bullmq';
import { isErrorReply, type RedisCommands } from '../redis-client.js';
import { redisScript, runScript } from '../redis-script.js';
import type { InboxJob, InboxJobData } from './inbox-job.js';

type InboxQueue = Queue<InboxJobData, string, string>;
type InboxQueueWorker = Worker<InboxJobData, string, string>;

/**
 * Reads jobs, also those that BullMQ cannot read. It throws for one whose fields are damaged, and when it has fetched one, that
 * job is active and nobody works on it.
 */
export interface StoredJobs {
  /** A job of any state. Undefined when there is none. */
  read(queue: InboxQueue, id: string): Promise<InboxJob | undefined>;
  /** The job that a fetch with this token has moved to the active ones before it failed. Undefined when there is none. */
  readFetched(
    worker: InboxQueueWorker,
    token: string,
    error: unknown,
  ): Promise<InboxJob | undefined>;
}

// Makes a job that BullMQ can read of whatever is stored. The text of its data stays for a person, and for `eventOf`: often the
// damage is elsewhere.
const MEND = `
local function mend(key, options)
  if redis.call('TYPE', key).ok ~= 'hash' then redis.call('DEL', key) end
  local text = redis.call('HGET', key, 'data') or ''
  redis.call('HDEL', key, 'progress', 'parent', 'parentKey', 'rjk')
  for _, count in ipairs({ 'ats', 'atm', 'stc', 'delay', 'priority' }) do
    if not string.match(redis.call('HGET', key, count) or '0', '^%d+$') then redis.call('HDEL', key, count) end
  end
  redis.call('HSET', key, 'opts', options, 'data', cjson.encode({ unread = text }))
end`;

const MEND_ONE = redisScript(`${MEND}
if redis.call('EXISTS', KEYS[1]) == 1 then mend(KEYS[1], ARGV[1]) end`);

const MEND_FETCHED = redisScript(`${MEND}
for _, id in ipairs(redis.call('LRANGE', KEYS[1], 0, -1)) do
  local key = ARGV[2] .. id
  if redis.call('GET', key .. ':lock') == ARGV[3] then
    mend(key, ARGV[1])
    return id
  end
end
return ''`);

/** @param keyBase The prefix of BullMQ's keys. @param jobOptions The options of a job that has lost its own. */
export function storedJobs(
  commands: RedisCommands,
  keyBase: string,
  jobOptions: DefaultJobOptions,
): StoredJobs {
  const options = JSON.stringify(jobOptions);
  const find = (queue: InboxQueue | InboxQueueWorker, id: string): Promise<InboxJob | undefined> =>
    Job.fromId<InboxJobData, string, string>(queue, id);
  return {
    async read(queue, id) {
      try {
        return await find(queue, id);
      } catch (error) {
        if (!isDamage(error)) throw error;
        await runScript(commands, MEND_ONE, [keyBase + id], [options]);
        return find(queue, id);
      }
    },
    async readFetched(worker, token, error) {
      if (!isDamage(error)) return;
      const args = [options, keyBase, token];
      const id = await runScript(commands, MEND_FETCHED, [`${keyBase}active`], args);
      return find(worker, String(id));
    },
  };
}

/** Whether Redis has answered, and the answer is the problem. */
function isDamage(error: unknown): boolean {
  return error instanceof SyntaxError || error instanceof TypeError || isErrorReply(error);
}
