import { limits } from '../limits/limits.js';
import type { Principal } from './principal.js';
import { Problem } from './problem.js';

/** The event streams that are open, by who has opened them. */
export interface OpenStreams {
  /** The number of those that are open. */
  count(): number;
  /**
   * Counts one more, until the stream that is returned ends or its client leaves.
   *
   * @throws Problem 429 when there are too many.
   */
  open(
    principal: Pick<Principal, 'kind' | 'keyId' | 'scope'>,
    left: AbortSignal,
    make: () => Promise<ReadableStream<Uint8Array>>,
  ): Promise<ReadableStream<Uint8Array>>;
}

// A stream ends when its client leaves, so nobody knows the time. A client must not ask all the time.
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

/** Passes a stream on. Calls back when it has come to its end, has failed, or nobody reads it any more. */
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
  // A server need not read the answer to a client that left while it was made.
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
    // The stream beneath already holds a part.
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
 * Buckets that hold one minute, by whom they are of. One that nobody has used for a minute is full, as is a new one: it is forgotten,
 * with all others of its time, when others are used later.
 */
export function tokenBuckets(perMinute: number) {
  let former = new Map<string, Bucket>();
  let used = new Map<string, Bucket>();
  let since = performance.now();
  return {
    /** The number of those that are remembered. */
    count: () => former.size + used.size,
    /** The bucket of somebody, as it is now. */
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

/** Headers that tell a caller how many requests are left: to its key or to its tenant, whichever has fewer. */
export type RateLimit = (
  principal: Pick<Principal, 'keyId' | 'scope'>,
) => Readonly<Record<string, string>>;

const KEYS_OF_TENANT = limits.requestsOfTenant.most / limits.requests.most;

/**
 * Limits requests per minute and key, and those of all keys of a tenant. One that is refused is counted for neither.
 *
 * @param perMinute Of a key. `off`: no limit, no headers.
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
