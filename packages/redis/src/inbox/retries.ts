import type { RedisCommands } from '../redis-client.js';
import { pairsOf, redisScript, runListScript, runScript } from '../redis-script.js';

/** When jobs are to be tried again, by the server's clock: one sorted set beside the BullMQ queue. */
export interface Retries {
  /** @param delay Milliseconds from now. */
  add(jobId: string, delay: number): Promise<void>;
  /** The jobs whose time has come, and the milliseconds until the next one's. */
  due(): Promise<{ readonly jobs: readonly DueJob[]; readonly next: number }>;
  /** Ends the wait of a job that was due, unless it has been added again since. */
  remove(job: DueJob): Promise<void>;
}

interface DueJob {
  readonly id: string;
  /** Its time, as the server writes it. */
  readonly at: string;
}

const PAGE = 100;

const NOW = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)`;

// The removal comes first: at maxmemory, Redis refuses a script whose first write needs memory, and no later write.
const ADD = redisScript(`${NOW}
redis.call('ZREM', KEYS[1], ARGV[1])
return redis.call('ZADD', KEYS[1], string.format('%.0f', now + tonumber(ARGV[2])), ARGV[1])`);

const DUE = redisScript(`${NOW}
local due = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now, 'WITHSCORES', 'LIMIT', 0, ${PAGE})
local later = redis.call('ZRANGEBYSCORE', KEYS[1], string.format('(%.0f', now), '+inf', 'WITHSCORES', 'LIMIT', 0, 1)
return { later[2] and string.format('%.0f', later[2] - now) or '', unpack(due) }`);

const REMOVE = redisScript(`
if redis.call('ZSCORE', KEYS[1], ARGV[1]) ~= ARGV[2] then return 0 end
return redis.call('ZREM', KEYS[1], ARGV[1])`);

/** @param keyBase The prefix of BullMQ's keys for the queue. */
export function retries(commands: RedisCommands, keyBase: string): Retries {
  const keys = [`${keyBase}retries`];
  return {
    async add(jobId, delay) {
      await runScript(commands, ADD, keys, [jobId, String(delay)]);
    },
    async due() {
      const [next = '', ...due] = await runListScript(commands, DUE, keys, []);
      const jobs = pairsOf(due).map(([id, at]): DueJob => ({ id, at }));
      if (jobs.length === PAGE) return { jobs, next: 0 };
      return { jobs, next: next === '' ? Infinity : Number(next) };
    },
    async remove({ id, at }) {
      await runScript(commands, REMOVE, keys, [id, at]);
    },
  };
}
