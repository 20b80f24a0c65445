import { Problem } from './problem.js';

/** Tokens of one key, refilled with the wall time. */
interface Bucket {
  tokens: number;
  filledAt: number;
}

/** Headers that tell a caller how many requests are left. */
export type RateLimit = (keyId: string) => Readonly<Record<string, string>>;

/** Limits requests per minute and key: a token bucket that holds one minute. `off`: no limit, no headers. */
export function rateLimit(perMinute: number | 'off'): RateLimit {
  if (perMinute === 'off') return () => ({});
  const buckets = new Map<string, Bucket>();
  return (keyId) => {
    const now = performance.now();
    const bucket = buckets.get(keyId) ?? { tokens: perMinute, filledAt: now };
    buckets.set(keyId, bucket);
    const refilled = bucket.tokens + ((now - bucket.filledAt) / 60_000) * perMinute;
    bucket.tokens = Math.min(perMinute, refilled);
    bucket.filledAt = now;
    if (bucket.tokens < 1) {
      const seconds = Math.ceil(((1 - bucket.tokens) / perMinute) * 60);
      throw new Problem(
        'rate_limited',
        `More than ${perMinute} requests a minute. Try again in ${seconds} s.`,
        {},
        { ...headers(perMinute, bucket), 'retry-after': String(seconds) },
      );
    }
    bucket.tokens -= 1;
    return headers(perMinute, bucket);
  };
}

function headers(perMinute: number, { tokens }: Bucket): Record<string, string> {
  return {
    'x-ratelimit-limit': String(perMinute),
    'x-ratelimit-remaining': String(Math.floor(tokens)),
    'x-ratelimit-reset': String(Math.ceil(((perMinute - tokens) / perMinute) * 60)),
  };
}
