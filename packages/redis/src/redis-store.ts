import type { Claim, DedupeStore } from '@screening-webhooks/core';
import { checkTimeout, inTime } from './in-time.js';
import { checkClient, type RedisClient } from './redis-client.js';
import { type RedisScript, redisScript, runScript } from './redis-script.js';

/** Options of {@link redisStore}. */
export interface RedisStoreOptions {
  /** What each key starts with. The same for every process that shares the store. Default `screening-webhooks:`. */
  readonly prefix?: string;
  /** Milliseconds after which an operation without an answer rejects. Default 5,000. */
  readonly timeout?: number;
}

// One key per claim. It holds its owner while claimed and '1' once done; Redis ends both with the key's time to live, by
// its own clock. An owner is never '1': it gets a letter in front. '1' takes no memory of its own, Redis shares it.
const CLAIM = redisScript(`
if redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then return 0 end
if redis.call('GET', KEYS[1]) == '1' then return -1 end
return math.max(redis.call('PTTL', KEYS[1]), 1)`);

const EXTEND = redisScript(`
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('PEXPIRE', KEYS[1], ARGV[2])`);

const COMMIT = redisScript(`
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
if ARGV[2] == 'forever' then redis.call('SET', KEYS[1], '1')
else redis.call('SET', KEYS[1], '1', 'PX', ARGV[2]) end
return 1`);

const RELEASE = redisScript(`
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('DEL', KEYS[1])`);

/**
 * A {@link DedupeStore} on Redis 6 or newer (or what speaks like it), shared by every process that has the same server
 * and prefix. Each operation is one script on one key: atomic, one round trip, right for Redis Cluster, and by the
 * server's clock. An operation that fails or has no answer in time rejects; the delivery is then answered 503.
 *
 * @throws TypeError for what is not a connected client's object, or one in subscriber mode, naming the cure.
 * @example
 * createReceiver({ secret, handlers, dedupe: redisStore(client) });
 */
export function redisStore(client: RedisClient, options: RedisStoreOptions = {}): DedupeStore {
  const { prefix = 'screening-webhooks:' } = options;
  checkClient(client);
  const timeout = checkTimeout(options.timeout);
  if (typeof prefix !== 'string') {
    throw new TypeError(`prefix: expected a string, got ${String(prefix)}. Leave it out for one.`);
  }

  function run(script: RedisScript, key: string, ...args: string[]): Promise<unknown> {
    return runScript(client, script, [prefix + key], args);
  }

  async function holds(script: RedisScript, key: string, ...args: string[]): Promise<boolean> {
    return wholeNumber(await inTime(run(script, key, ...args), timeout)) === 1;
  }

  return {
    async claim(key, owner, leaseMs): Promise<Claim> {
      const asked = run(CLAIM, key, held(owner), wholeMs(leaseMs));
      const giveBack = (): void => {
        asked
          .then((late) => (wholeNumber(late) === 0 ? run(RELEASE, key, held(owner)) : 0))
          .catch(() => {});
      };
      const answer = wholeNumber(await inTime(asked, timeout, giveBack));
      if (answer === 0) return 'acquired';
      return answer === -1 ? 'done' : { busyForMs: answer };
    },
    extend: (key, owner, leaseMs) => holds(EXTEND, key, held(owner), wholeMs(leaseMs)),
    commit: (key, owner, retentionMs) => {
      const retention =
        retentionMs < Number.MAX_SAFE_INTEGER / 2 ? wholeMs(retentionMs) : 'forever';
      return holds(COMMIT, key, held(owner), retention);
    },
    release: (key, owner) => holds(RELEASE, key, held(owner)),
  };
}

// A client that was told to map replies, or a proxy that makes them up: no guess decides who runs.
function wholeNumber(answer: unknown): number {
  // Not Number(answer) of anything: of null, of '' and of [] it makes 0, which is a claim acquired.
  const isNumeric = typeof answer === 'string' ? /^-?\d+$/.test(answer) : isNumber(answer);
  const number = isNumeric ? Number(answer) : Number.NaN;
  if (!Number.isSafeInteger(number)) {
    throw new TypeError('Redis answered with something other than a number.');
  }
  return number;
}

function isNumber(answer: unknown): boolean {
  return typeof answer === 'number' || typeof answer === 'bigint';
}

function held(owner: string): string {
  return `o${owner}`;
}

function wholeMs(ms: number): string {
  return String(Math.ceil(ms));
}
