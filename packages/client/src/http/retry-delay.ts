const MAX_BACKOFF_MS = 8000;
const MAX_RETRY_AFTER_SECONDS = 86_400;

/**
 * Returns the milliseconds to wait before the next attempt: `Retry-After`, plus a random part of a limit that doubles with
 * each attempt. The random part keeps clients that failed together from retrying together.
 *
 * @param failedAttempts At least 1.
 * @param retryAfter Seconds.
 * @param backoff The limit after the first attempt, in milliseconds.
 */
export function retryDelay(
  failedAttempts: number,
  retryAfter: number | undefined,
  backoff: number,
  random: () => number = Math.random,
): number {
  const limit = Math.min(backoff * 2 ** (failedAttempts - 1), MAX_BACKOFF_MS);
  return (retryAfter ?? 0) * 1000 + random() * limit;
}

/**
 * Parses `Retry-After` (RFC 9110, section 10.2.3: seconds, or a date) into seconds, at most one day; undefined for any
 * other value. A date is compared with the response's own `Date` if there is one, because the local clock may be wrong.
 */
export function parseRetryAfter(headers: Headers, now: () => number): number | undefined {
  const value = headers.get('retry-after')?.trim() ?? '';
  if (/^\d+$/.test(value)) return Math.min(Number(value), MAX_RETRY_AFTER_SECONDS);
  // Date.parse also accepts many forms that are not HTTP dates.
  const retryAt = / GMT$/.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(retryAt)) return undefined;
  const sentAt = Date.parse(headers.get('date') ?? '');
  const seconds = (retryAt - (Number.isNaN(sentAt) ? now() : sentAt)) / 1000;
  return Math.min(Math.max(0, seconds), MAX_RETRY_AFTER_SECONDS);
}
