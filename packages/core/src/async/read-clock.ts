import { ignorePromise } from './ignore-promise.js';

/**
 * Reads a clock that somebody else provides, in milliseconds. Every comparison with NaN is false, so a broken clock would
 * silently switch off each check that uses it.
 *
 * @throws TypeError when the clock does not return a finite number.
 */
export function readClock(now: () => number, name = 'now()'): number {
  return finiteTime(now(), name);
}

/** @throws TypeError when the time is not a finite number. */
export function finiteTime(time: unknown, name: string): number {
  if (typeof time === 'number' && Number.isFinite(time)) return time;
  ignorePromise(time);
  throw new TypeError(
    `${name}: expected milliseconds as a finite number, got ${typeof time === 'number' ? time : typeof time}.`,
  );
}
