import { limits } from '../limits/limits.js';
import type { Principal } from './principal.js';
import { Problem } from './problem.js';

/** The open event streams, by their callers. */
export interface OpenStreams {
  /** The number of open streams. */
  count(): number;
  /**
   * Counts one more, until the returned stream ends or its client leaves.
   *
   * @throws Problem 429 when there are too many.
   */
  open(
    principal: Pick<Principal, 'kind' | 'keyId' | 'scope'>,
    left: AbortSignal,
    make: () => Promise<ReadableStream<Uint8Array>>,
  ): Promise<ReadableStream<Uint8Array>>;
}

// A stream ends when its client leaves, so the time is unknown. A client must not retry all the time.
const RETRY_AFTER_SECONDS = 15;

export function openStreams(): OpenStreams {
  const opened = new Set<Pick<Principal, 'kind' | 'keyId' | 'scope'>>();
  return {
    count: () => opened.size,
    async open({ kind, keyId, scope }, left, make) {
      const all = [...opened];
      // All who use the dashboard share one id, and have one stream each.
      const ofKey = all.filter((one) => kind === 'key' && one.keyId === keyId).length;
      if (ofKey >= limits.streamsOfKey.most) {
        throw tooMany(`The key has ${ofKey} open streams.`);
      }
      const ofTenant = all.filter((one) => one.scope.tenantId === scope.tenantId).length;
      if (ofTenant >= limits.streamsOfTenant.most) {
        throw tooMany(`The tenant has ${ofTenant} open streams.`);
      }
      const stream = { kind, keyId, scope };
      opened.add(stream);
      const forget = (): void => void opened.delete(stream);
      try {
        return whenEnded(await make(), left, forget);
      } catch (error) {
        forget();
        throw error;
      }
    },
  };
}

/** Forwards a stream. Calls back when it has ended, has failed, or is no longer read. */
function whenEnded(
  stream: ReadableStream<Uint8Array>,
  left: AbortSignal,
  ended: () => void,
): ReadableStream<Uint8Array> {
  const reader = stream.getReader();
  const leave = (): void => {
    ended();
    reader.cancel().catch(() => {});
  };
  if (left.aborted) leave();
  // A server may never read an answer whose client left while it was made.
  else left.addEventListener('abort', leave, { once: true });
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (!done) return controller.enqueue(value);
          ended();
          controller.close();
        } catch (error) {
          ended();
          controller.error(error);
        }
      },
      cancel(reason) {
        ended();
        return reader.cancel(reason);
      },
    },
    // The underlying stream already holds a part.
    { highWaterMark: 0 },
  );
}

function tooMany(detail: string): Problem {
  return new Problem(
    'rate_limited',
    `${detail} Close one of them.`,
    {},
    { 'retry-after': String(RETRY_AFTER_SECONDS) },
  );
}

interface Bucket {
  tokens: number;
  filledAt: number;
  readonly perMinute: number;
}

const MINUTE = 60_000;

/**
 * Token buckets that hold one minute, by owner. A bucket that was not used for a minute is full, like a new one: it is forgotten,
 * with all others of its time, when others are used later.
 */
export function tokenBuckets(perMinute: number) {
  let former = new Map<string, Bucket>();
  let used = new Map<string, Bucket>();
  let since = performance.now();
  return {
    /** The number of remembered buckets. */
    count: () => former.size + used.size,
    /** The bucket of an owner, refilled up to now. */
    of(id: string): Bucket {
      const now = performance.now();
      if (now - since >= MINUTE) [former, used, since] = [used, new Map(), now];
      const bucket = used.get(id) ??
        former.get(id) ?? { tokens: perMinute, filledAt: now, perMinute };
      former.delete(id);
      used.set(id, bucket);
      const refilled = bucket.tokens + ((now - bucket.filledAt) / MINUTE) * perMinute;
      bucket.tokens = Math.min(perMinute, refilled);
      bucket.filledAt = now;
      return bucket;
    },
  };
}

/** Counts a request. Returns headers with the number of requests left to the key or the tenant, whichever has fewer. */
export type RateLimit = (
  principal: Pick<Principal, 'keyId' | 'scope'>,
) => Readonly<Record<string, string>>;

const KEYS_OF_TENANT = limits.requestsOfTenant.most / limits.requests.most;

/**
 * Limits requests per minute and key, and those of all keys of a tenant. A refused request is counted for neither.
 *
 * @param perMinute The limit of a key. `off`: no limit, no headers.
 */
export function rateLimit(perMinute: number | 'off'): RateLimit {
  if (perMinute === 'off') return () => ({});
  const ofKeys = tokenBuckets(perMinute);
  const ofTenants = tokenBuckets(perMinute * KEYS_OF_TENANT);
  return ({ keyId, scope }) => {
    const ofKey = ofKeys.of(keyId);
    const ofTenant = ofTenants.of(scope.tenantId);
    requireToken(ofKey, '');
    requireToken(ofTenant, ' of the tenant');
    ofKey.tokens -= 1;
    ofTenant.tokens -= 1;
    return headers(ofTenant.tokens < ofKey.tokens ? ofTenant : ofKey);
  };
}

function requireToken(bucket: Bucket, whose: '' | ' of the tenant'): void {
  const { tokens, perMinute } = bucket;
  if (tokens >= 1) return;
  const seconds = Math.ceil(((1 - tokens) / perMinute) * 60);
  throw new Problem(
    'rate_limited',
    `More than ${perMinute} requests${whose} a minute. Try again in ${seconds} s.`,
    {},
    { ...headers(bucket), 'retry-after': String(seconds) },
  );
}

function headers({ tokens, perMinute }: Bucket): Record<string, string> {
  return {
    'x-ratelimit-limit': String(perMinute),
    'x-ratelimit-remaining': String(Math.floor(tokens)),
    'x-ratelimit-reset': String(Math.ceil(((perMinute - tokens) / perMinute) * 60)),
  };
}
