import type { RedisClient } from '../redis-client.js';
import { redisScript, runScript } from '../redis-script.js';

/**
 * The order of the unfinished jobs of each order value: one sorted set of job ids per value, beside the BullMQ queue. An
 * entry counts only while its job exists and has not finished, so a crash leaves nothing to repair.
 */
export interface OrderQueue {
  /** Appends a job, unless it has finished or is already in the queue. */
  enqueue(orderValue: string, jobId: string): Promise<void>;
  /** Whether no unfinished job comes before this one. */
  isNext(orderValue: string, jobId: string): Promise<boolean>;
  /** The first job that has not finished, if there is one. */
  next(orderValue: string): Promise<string | undefined>;
}

// Each `enqueue` renews it. It removes the key of a value whose last job's worker crashed.
const KEY_TTL = String(30 * 24 * 3_600_000);

const UNFINISHED = `
local function unfinished(id)
  local job = ARGV[1] .. id
  return redis.call('EXISTS', job) == 1 and not redis.call('HGET', job, 'finishedOn')
end`;

const ENQUEUE = redisScript(`${UNFINISHED}
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

/**
 * @param keyBase The prefix of BullMQ's keys for the queue. Its hash tag keeps these keys on the same cluster node.
 */
export function orderQueue(client: RedisClient, keyBase: string): OrderQueue {
  const keyOf = (orderValue: string): string => `${keyBase}order:${orderValue}`;
  const next: OrderQueue['next'] = async (orderValue) => {
    const head = String(await runScript(client, NEXT, [keyOf(orderValue)], [keyBase]));
    return head === '' ? undefined : head;
  };
  const enqueue: OrderQueue['enqueue'] = async (orderValue, jobId) => {
    await runScript(client, ENQUEUE, [keyOf(orderValue)], [keyBase, jobId, KEY_TTL]);
  };
  return {
    enqueue,
    next,
    async isNext(orderValue, jobId) {
      // `store` adds the job before it enqueues it: a worker may be faster, or `store` may have crashed in between.
      await enqueue(orderValue, jobId);
      return (await next(orderValue)) === jobId;
    },
  };
}
