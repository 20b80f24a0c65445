import type { RedisClient } from '../redis-client.js';
import { redisScript, runScript } from '../redis-script.js';

/**
 * Who comes before whom among the events of one order value: a sorted set of job ids beside the queue. The jobs are the
 * truth: an entry counts for as long as its job is there and has not finished, so that a crash leaves nothing to repair.
 */
export interface Turns {
  /** Puts a job that has not finished at the end, if it is not in the line. */
  enrol(order: string, jobId: string): Promise<void>;
  /** Whether nothing unfinished comes before the job. */
  isNext(order: string, jobId: string): Promise<boolean>;
  /** The first job that has not finished, if any. */
  next(order: string): Promise<string | undefined>;
}

// The longest that an empty-handed line is kept: one whose last event ended in a crash. Each look renews it.
const FORGET_AFTER = String(30 * 24 * 3_600_000);

const UNFINISHED = `
local function unfinished(id)
  local job = ARGV[1] .. id
  return redis.call('EXISTS', job) == 1 and not redis.call('HGET', job, 'finishedOn')
end`;

const ENROL = redisScript(`${UNFINISHED}
if not unfinished(ARGV[2]) then return 0 end
local last = redis.call('ZREVRANGE', KEYS[1], 0, 0, 'WITHSCORES')[2]
redis.call('ZADD', KEYS[1], 'NX', (tonumber(last) or 0) + 1, ARGV[2])
return redis.call('PEXPIRE', KEYS[1], ARGV[3])`);

const NEXT = redisScript(`${UNFINISHED}
while true do
  local head = redis.call('ZRANGE', KEYS[1], 0, 0)[1]
  if not head then return '' end
  if unfinished(head) then return head end
  redis.call('ZREM', KEYS[1], head)
end`);

/** @param base What BullMQ's keys of the queue start with. Its hash tag keeps them and ours on one node of a cluster. */
export function turns(client: RedisClient, base: string): Turns {
  const line = (order: string): string => `${base}order:${order}`;
  const next: Turns['next'] = async (order) => {
    const head = String(await runScript(client, NEXT, [line(order)], [base]));
    return head === '' ? undefined : head;
  };
  const enrol: Turns['enrol'] = async (order, jobId) => {
    await runScript(client, ENROL, [line(order)], [base, jobId, FORGET_AFTER]);
  };
  return {
    enrol,
    next,
    async isNext(order, jobId) {
      // A worker may be faster than the store that added the job, and a crash may have come between its two steps.
      await enrol(order, jobId);
      return (await next(order)) === jobId;
    },
  };
}
