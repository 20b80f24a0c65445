import type { Claim, DedupeStore } from '@screening-webhooks/core';
import { checkMilliseconds, ignoreErrors } from '@screening-webhooks/core/store-kit';
import { checkClient, type RedisClient } from './redis-client.js';
import { type RedisScript, redisScript, runScript } from './redis-script.js';
import { withTimeout } from './with-timeout.js';

/** Options of {@link redisStore}. */
export interface RedisStoreOptions {
  /** The prefix of every key. Processes that share the store must use the same one. Default `screening-webhooks:`. */
  readonly prefix?: string;
  /** Milliseconds after which an operation without an answer rejects. Default 5,000. */
  readonly timeout?: number;
}

// One key per claim. Its value is the owner while the key is claimed, and '1' once the event is done. Redis removes both
// by the key's time to live and the server's clock. An owner is never stored as '1', because it is stored with a prefix.
// Redis shares small integers, so the value '1' takes no memory of its own.
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
 * A {@link DedupeStore} on Redis 6 or newer, or on a compatible server. Every process with the same server and prefix
 * shares it. Each operation is one script on one key: it is atomic, takes one round trip, works on Redis Cluster, and uses
 * the server's clock. An operation rejects when it fails or has no answer in time; the delivery is then answered 503.
 *
 * @throws TypeError when `client` is not a Redis client or is in subscriber mode. The message names the fix.
 * @example
 * createReceiver({ secret, handlers, dedupe: redisStore(client) });
 */
export function redisStore(client: RedisClient, options: RedisStoreOptions = {}): DedupeStore {
  const { prefix = 'screening-webhooks:' } = options;
  checkClient(client);
  const timeout = checkMilliseconds('timeout', options.timeout, 5000);
  if (typeof prefix !== 'string') {
    throw new TypeError(
      `prefix: expected a string, got ${String(prefix)}. Leave it out for screening-webhooks:.`,
    );
  }

  function run(script: RedisScript, key: string, ...args: string[]): Promise<unknown> {
    return runScript(client, script, [prefix + key], args);
  }

  async function runAsOwner(script: RedisScript, key: string, ...args: string[]): Promise<boolean> {
    return toInteger(await withTimeout(run(script, key, ...args), timeout)) === 1;
  }

  return {
    async claim(key, owner, leaseMs): Promise<Claim> {
      const reply = run(CLAIM, key, ownerValue(owner), toMilliseconds(leaseMs));
      // The caller has given up by then, so nobody else would release the claim before its lease ends.
      const releaseLateClaim = (): void => {
        void ignoreErrors(async () => {
          if (toInteger(await reply) === 0) await run(RELEASE, key, ownerValue(owner));
        });
      };
      const result = toInteger(await withTimeout(reply, timeout, releaseLateClaim));
      if (result === 0) return 'acquired';
      return result === -1 ? 'done' : { busyForMs: result };
    },
    extend: (key, owner, leaseMs) =>
      runAsOwner(EXTEND, key, ownerValue(owner), toMilliseconds(leaseMs)),
    commit: (key, owner, retentionMs) => {
      const retention =
        retentionMs < Number.MAX_SAFE_INTEGER / 2 ? toMilliseconds(retentionMs) : 'forever';
      return runAsOwner(COMMIT, key, ownerValue(owner), retention);
    },
    release: (key, owner) => runAsOwner(RELEASE, key, ownerValue(owner)),
  };
}

// A client may map replies, and a proxy may invent them. A reply that is not an integer never decides who runs.
function toInteger(reply: unknown): number {
  // Number(reply) alone turns null, '' and [] into 0, and 0 means that the claim was acquired.
  const isNumeric = typeof reply === 'string' ? /^-?\d+$/.test(reply) : isNumber(reply);
  const number = isNumeric ? Number(reply) : Number.NaN;
  if (!Number.isSafeInteger(number)) {
    throw new TypeError('Redis answered with something other than a number.');
  }
  return number;
}

function isNumber(reply: unknown): boolean {
  return typeof reply === 'number' || typeof reply === 'bigint';
}

function ownerValue(owner: string): string {
  return `o${owner}`;
}

function toMilliseconds(ms: number): string {
  return String(Math.ceil(ms));
}
