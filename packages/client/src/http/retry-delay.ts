const LONGEST_BACKOFF = 8000;
const A_DAY = 86_400;

/**
 * Milliseconds to wait before the next attempt: anything up to a limit that doubles, so that clients which failed
 * together do not come back together. What `Retry-After` asks for is waited out first.
 *
 * @param attempt The one that has failed, from 1.
 * @param retryAfter Seconds.
 */
export function retryDelay(
  attempt: number,
  retryAfter: number | undefined,
  backoff: number,
  random: () => number = Math.random,
): number {
  const limit = Math.min(backoff * 2 ** (attempt - 1), LONGEST_BACKOFF);
  return (retryAfter ?? 0) * 1000 + random() * limit;
}

/**
 * Seconds that `Retry-After` asks for (RFC 9110, section 10.2.3: seconds, or a date), at most a day; undefined for
 * anything else. A date is measured from the response's own `Date`, where it has one: our clock may be off.
 */
export function parseRetryAfter(headers: Headers, now: () => number): number | undefined {
  const value = headers.get('retry-after')?.trim() ?? '';
  if (/^\d{1,15}$/.test(value)) return Math.min(Number(value), A_DAY);
  // Date.parse takes much that is no HTTP date.
  const until = / GMT$/.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(until)) return undefined;
  const sent = Date.parse(headers.get('date') ?? '');
  const seconds = (until - (Number.isNaN(sent) ? now() : sent)) / 1000;
  return Math.min(Math.max(0, seconds), A_DAY);
}
