import type { Fault } from './static-checks.js';

/** What the clock says of a genuine timestamp that is outside of the window. */
export interface ClockFault extends Fault {
  /** Seconds between `t` and our clock, without a sign. */
  readonly seconds: number;
}

// In seconds, the year 5138. Read as milliseconds: the year 1973.
const SURELY_MILLISECONDS = 100_000_000_000;

/** Whole seconds, inclusive, as in a receiver (spec section 5, step 5). */
export function checkClock(
  timestamp: string | undefined,
  tolerance: number,
  now: number,
): ClockFault | undefined {
  const t = Number(timestamp);
  if (timestamp === undefined || !Number.isSafeInteger(t)) return undefined;
  const skew = Math.floor(now / 1000) - t;
  const seconds = Math.abs(skew);
  if (seconds <= tolerance) return undefined;
  if (skew > 0) return { cause: 'delivery_stale', code: 'timestamp_too_old', seconds };
  const cause = t >= SURELY_MILLISECONDS ? 'timestamp_in_milliseconds' : 'clock_skew';
  return { cause, code: 'timestamp_in_future', seconds };
}
