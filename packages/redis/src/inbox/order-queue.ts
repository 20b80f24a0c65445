import type { RedisCommands } from '../redis-client.js';
import { pairsOf, type RedisScript, redisScript, runListScript } from '../redis-script.js';

/** The first unfinished job of an order value. */
export interface FirstJob {
  /** Empty when there is none. */
  readonly id: string;
  /**
   * The step it waits for: held, to be released; finished, to be replayed. Undefined when it waits for neither: it is queued, it
   * runs, or the time of its retry has not come.
   */
  readonly waits: 'held' | 'replay' | undefined;
}

/**
 * The order of the unfinished jobs of each order value: one sorted set of job ids per value, beside the BullMQ queue. All
 * but the first job of each are held, so that workers never fetch them. An entry counts only while its job exists and has
 * not finished, so a crash leaves nothing to repair.
 */
export interface OrderQueue {
  /** The first job of the order value, after appending this one unless it has finished or is in the queue. */
  first(orderValue: string, appended?: string): Promise<FirstJob>;
  /** Appends a finished job, to be released like a held one when its turn comes. */
  appendFinished(orderValue: string, jobId: string): Promise<FirstJob>;
  /**
   * First jobs that wait although their turn has come, because a process crashed before it released them, or the job before them
   * could not be read. Looks at most once per interval (milliseconds; 0: always), whichever process asks.
   */
  forgotten(interval: number): Promise<readonly FirstJob[]>;
}

// Each append renews it. It removes the key of a value whose last job's worker crashed.
const KEY_TTL = String(30 * 24 * 3_600_000);
const PAGE = '200';

// KEYS: the jobs that wait for a retry, the order values with unfinished jobs, the finished jobs that wait for their turn.
// ARGV: BullMQ's prefix.
const PRELUDE = `
local function finished(id)
  return redis.pcall('HEXISTS', ARGV[1] .. id, 'finishedOn') == 1
end
local function held(id)
  return redis.call('ZSCORE', ARGV[1] .. 'delayed', id) and not redis.call('ZSCORE', KEYS[1], id)
end
local function unfinished(id)
  if redis.call('EXISTS', ARGV[1] .. id) == 0 then
    -- Once it is released, a worker finds that it is gone, and says so.
    if held(id) then return true end
    redis.call('SREM', KEYS[3], id)
    return false
  end
  return not finished(id) or redis.call('SISMEMBER', KEYS[3], id) == 1
end
local function first(value)
  local key = ARGV[1] .. 'order:' .. value
  while true do
    local id = redis.call('ZRANGE', key, 0, 0)[1]
    if not id then
      redis.call('SREM', KEYS[2], value)
      return '', ''
    end
    if unfinished(id) then
      if finished(id) then return id, 'replay' end
      return id, held(id) and 'held' or ''
    end
    redis.call('ZREM', key, id)
  end
end`;

const FIRST = redisScript(`${PRELUDE}
local value, appended = ARGV[2], ARGV[3]
if ARGV[5] == 'finished' then redis.call('SADD', KEYS[3], appended)
elseif not finished(appended) then redis.call('SREM', KEYS[3], appended) end
if appended ~= '' and unfinished(appended) then
  local key = ARGV[1] .. 'order:' .. value
  local last = redis.call('ZREVRANGE', key, 0, 0, 'WITHSCORES')[2]
  redis.call('ZADD', key, 'NX', (tonumber(last) or 0) + 1, appended)
  redis.call('PEXPIRE', key, ARGV[4])
  redis.call('SADD', KEYS[2], value)
end
return { first(value) }`);

const FORGOTTEN = redisScript(`${PRELUDE}
if ARGV[2] == '0' and ARGV[3] ~= '0' and not redis.call('SET', KEYS[4], '1', 'NX', 'PX', ARGV[3]) then return { '0' } end
local page = redis.call('SSCAN', KEYS[2], ARGV[2], 'COUNT', ${PAGE})
local found = { page[1] }
for _, value in ipairs(page[2]) do
  local id, waits = first(value)
  if waits ~= '' then
    found[#found + 1] = id
    found[#found + 1] = waits
  end
end
return found`);

/**
 * @param keyBase The prefix of BullMQ's keys for the queue. Its hash tag keeps these keys on the same cluster node.
 */
export function orderQueue(commands: RedisCommands, keyBase: string): OrderQueue {
  const keys = [`${keyBase}retries`, `${keyBase}orders`, `${keyBase}replays`];
  const run = (script: RedisScript, names: string[], args: string[]) =>
    runListScript(commands, script, names, [keyBase, ...args]);
  async function first(...args: string[]): Promise<FirstJob> {
    const [id = '', waits] = await run(FIRST, keys, args);
    return firstJob(id, waits);
  }
  return {
    first: (orderValue, appended = '') => first(orderValue, appended, KEY_TTL, ''),
    appendFinished: (orderValue, jobId) => first(orderValue, jobId, KEY_TTL, 'finished'),
    async forgotten(interval) {
      const found: FirstJob[] = [];
      let cursor = '0';
      do {
        const args = [cursor, String(Math.ceil(interval))];
        const seen = [...keys, `${keyBase}orders-seen`];
        const [next = '0', ...page] = await run(FORGOTTEN, seen, args);
        found.push(...pairsOf(page).map(([id, waits]) => firstJob(id, waits)));
        cursor = next;
      } while (cursor !== '0');
      return found;
    },
  };
}

function firstJob(id: string, waits: string | undefined): FirstJob {
  return { id, waits: waits === 'held' || waits === 'replay' ? waits : undefined };
}
