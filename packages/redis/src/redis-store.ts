import type { Claim, DedupeStore } from '@screening-webhooks/core';
import { checkMilliseconds, checkNames, ignoreErrors } from '@screening-webhooks/core/store-kit';
import {
  checkClient,
  isErrorReply,
  type RedisClient,
  redisCommands,
  sendAgain,
} from './redis-client.js';
import { type RedisScript, redisScript, runScript } from './redis-script.js';
import { answerLimit } from './revive.js';

/** Options of {@link redisStore}. */
export interface RedisStoreOptions {
  /** The prefix of every key. Processes that share the store must use the same one. Default `screening-webhooks:`. */
  readonly prefix?: string | undefined;
  /**
   * Milliseconds after which an operation without an answer rejects, and a connection that has gone silent is opened again.
   * Default 5,000. It must be shorter than the receiver's `ackTimeout`.
   */
  readonly timeout?: number | undefined;
}

// One key per claim. While the key is claimed, its value is `o` and the owner. Once the event is done, it is a number made
// from the owner, because Redis keeps a number in the pointer of a value. Redis removes both by the key's time to live
// and the server's clock. Each operation may run twice for the same owner, because a reply may be lost.
const CLAIM = redisScript(`
local value = redis.call('GET', KEYS[1])
if not value then
  redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
  return 0
end
if string.sub(value, 1, 1) ~= 'o' then return -1 end
if value == ARGV[1] then
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
  return 0
end
return math.max(redis.call('PTTL', KEYS[1]), 1)`);

const EXTEND = redisScript(`
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('PEXPIRE', KEYS[1], ARGV[2])`);

// 48 bits of a hash. The time to live comes first: at maxmemory, Redis refuses a script whose first write needs memory, and
// no later write.
const COMMIT = redisScript(`
local done = string.format('%.0f', tonumber(string.sub(redis.sha1hex(ARGV[1]), 1, 12), 16))
local value = redis.call('GET', KEYS[1])
if value == done then return 1 end
if value ~= ARGV[1] then return 0 end
if ARGV[2] == 'forever' then redis.call('PERSIST', KEYS[1])
else redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
redis.call('SET', KEYS[1], done, 'KEEPTTL')
return 1`);

const RELEASE = redisScript(`
local value = redis.call('GET', KEYS[1])
if not value then return 1 end
if value ~= ARGV[1] then return 0 end
return redis.call('DEL', KEYS[1])`);

/**
 * A {@link DedupeStore} on Redis 6 or newer, or on a compatible server. Every process with the same server and prefix
 * shares it. Each operation is atomic on one key and uses the server's clock, so it works on Redis Cluster. An operation
 * whose connection broke is sent again. It rejects when it fails or has no answer in time; the delivery is then answered
 * 503.
 *
 * @throws TypeError when `client` is not a Redis client or is in subscriber mode. The message names the fix.
 * @example
 * createReceiver({ secret, handlers, dedupe: redisStore(client) });
 */
export function redisStore(client: RedisClient, options: RedisStoreOptions = {}): DedupeStore {
  checkNames(options, { prefix: true, timeout: true }, 'redisStore');
  const { prefix = 'screening-webhooks:' } = options;
  const commands = redisCommands(checkClient(client));
  const limit = answerLimit(client);
  const timeout = checkMilliseconds('timeout', options.timeout, 5000);
  if (typeof prefix !== 'string') {
    throw new TypeError(
      `prefix: expected a string, got ${String(prefix)}. Leave it out for screening-webhooks:.`,
    );
  }

  // Whether this client may run scripts here, without which a claim could not be committed.
  let runsScripts = false;
  /** Claims whose caller has given up, by key and owner. They are released when they turn out to be granted. */
  const abandoned = new Map<string, symbol>();

  async function run(script: RedisScript, key: string, ...args: string[]): Promise<unknown> {
    try {
      const reply = await sendAgain(() => runScript(commands, script, [prefix + key], args));
      runsScripts = true;
      return reply;
    } catch (error) {
      if (isErrorReply(error)) runsScripts = false;
      throw error;
    }
  }

  async function runAsOwner(script: RedisScript, key: string, ...args: string[]): Promise<boolean> {
    return toInteger(await limit.within(run(script, key, ...args), timeout)) === 1;
  }

  /** A free key takes one plain command, at half the cost of a script. The script decides everything else. */
  async function requestClaim(key: string, owner: string, lease: number): Promise<Claim> {
    if (runsScripts) {
      try {
        const reply = await commands.setIfAbsent(prefix + key, owner, lease);
        if (reply === 'OK') return 'acquired';
      } catch (error) {
        if (isErrorReply(error) && !isErrorReply(error, 'OOM')) throw error;
      }
    }
    return toClaim(toInteger(await run(CLAIM, key, owner, String(lease))));
  }

  function abandon(claim: Promise<Claim>, key: string, owner: string): void {
    const id = `${key}\n${owner}`;
    const abandonment = Symbol();
    abandoned.set(id, abandonment);
    const end = async (result?: Claim): Promise<void> => {
      // The same owner may have claimed the key again since.
      if (abandoned.get(id) !== abandonment) return;
      abandoned.delete(id);
      if (result === undefined || result === 'acquired') await run(RELEASE, key, owner);
    };
    void ignoreErrors(() => claim.then(end, () => end()));
  }

  return {
    claim(key, owner, leaseMs): Promise<Claim> {
      const value = ownerValue(owner);
      if (abandoned.size > 0) abandoned.delete(`${key}\n${value}`);
      const claim = requestClaim(key, value, Math.ceil(leaseMs));
      return limit.within(claim, timeout, () => abandon(claim, key, value));
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

function toClaim(reply: number): Claim {
  if (reply === 0) return 'acquired';
  return reply < 0 ? 'done' : { busyForMs: reply };
}

// A client may map replies, and a proxy may invent them. A reply that is not an integer never decides who runs.
function toInteger(reply: unknown): number {
  // Number(reply) alone turns null, '' and [] into 0, and 0 means that the claim was acquired.
  const isNumeric =
    typeof reply === 'string' ? /^-?\d+$/.test(reply) : ['number', 'bigint'].includes(typeof reply);
  const number = isNumeric ? Number(reply) : Number.NaN;
  if (!Number.isSafeInteger(number)) {
    throw new TypeError('Redis answered with something other than a number.');
  }
  return number;
}

function ownerValue(owner: string): string {
  return `o${owner}`;
}

function toMilliseconds(ms: number): string {
  return String(Math.max(1, Math.ceil(ms)));
}
