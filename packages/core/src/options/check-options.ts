import { checkNames } from './check-names.js';

// setTimeout takes 32 bits; a longer delay fires at once.
const LONGEST_TIMER_MS = 2_147_483_647;
const DEFAULT_STOP_TIMEOUT_MS = 30_000;

/**
 * A duration in milliseconds, or `fallback` when the option was left out.
 *
 * @param range Inclusive; default: above 0, up to what a timer takes.
 * @throws TypeError naming the option, the value and the default.
 */
export function checkMilliseconds(
  option: string,
  value: number | undefined,
  fallback: number,
  { least = 0, most = LONGEST_TIMER_MS }: { readonly least?: number; readonly most?: number } = {},
): number {
  const ms = value ?? fallback;
  if (typeof ms === 'number' && ms > 0 && ms >= least && ms <= most) return ms;
  const from = least > 0 ? `of at least ${least}` : 'above 0';
  throw new TypeError(
    `${option}: expected milliseconds ${from} and at most ${most}, got ${String(ms)}. Leave it out for ${fallback}.`,
  );
}

/**
 * A count, or `fallback` when the option was left out.
 *
 * @throws TypeError naming the option, the value and the default.
 */
export function checkWholeNumber(
  option: string,
  value: number | undefined,
  fallback: number,
  { most = Number.MAX_SAFE_INTEGER }: { readonly most?: number } = {},
): number {
  const number = value ?? fallback;
  if (Number.isSafeInteger(number) && number >= 1 && number <= most) return number;
  const limit = most < Number.MAX_SAFE_INTEGER ? ` and at most ${most}` : '';
  throw new TypeError(
    `${option}: expected a whole number of at least 1${limit}, got ${String(number)}. Leave it out for ${fallback}.`,
  );
}

/**
 * The time that a shutdown waits for running work, in milliseconds. Infinity waits for as long as a timer can.
 *
 * @throws TypeError for another option, or when it is not a number of at least 0: a timer would fire at once and abort the work.
 */
export function checkStopTimeout(options: { readonly timeout?: number } = {}): number {
  checkNames(options, { timeout: true }, 'a stop');
  const { timeout = DEFAULT_STOP_TIMEOUT_MS } = options;
  if (typeof timeout === 'number' && timeout >= 0) return Math.min(timeout, LONGEST_TIMER_MS);
  throw new TypeError(
    `timeout: expected milliseconds of at least 0, got ${String(timeout)}. Leave it out for ${DEFAULT_STOP_TIMEOUT_MS}.`,
  );
}

/** @throws TypeError when the option is set and is not a function. */
export function checkFunction<T>(option: string, value: T | undefined): T | undefined {
  if (value === undefined || typeof value === 'function') return value;
  throw new TypeError(`${option}: expected a function, got ${typeof value}.`);
}
