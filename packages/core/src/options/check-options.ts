import { ignorePromise } from '../async/maybe-promise.js';

// setTimeout takes 32 bits; a longer delay fires at once.
const LONGEST_TIMER_MS = 2_147_483_647;
const DEFAULT_STOP_TIMEOUT_MS = 30_000;

/** All names of an options type: an option that is added to the type does not compile until it is listed. */
export type OptionNames<Options> = Readonly<Record<keyof Options, true>>;

/**
 * Refuses an option that does not exist: a misspelt one would silently leave its default in place.
 *
 * @param usage The owner of the options, such as `a receiver` or `memoryStore`.
 * @throws TypeError naming the option that was probably meant, or all of them.
 */
export function checkNames<Options extends object>(
  options: Options,
  names: OptionNames<Options>,
  usage: string,
): void {
  const unknown = unknownOption(options, names, usage);
  if (unknown) throw new TypeError(`${unknown.name}: ${unknown.problem}`);
}

/** An option that does not exist, with the message for it; `undefined` if every option exists. */
export function unknownOption<Options extends object>(
  options: Options,
  names: OptionNames<Options>,
  usage: string,
): { readonly name: string; readonly problem: string } | undefined {
  const known = Object.keys(names);
  for (const name of Object.keys(options)) {
    if (known.includes(name)) continue;
    const meant = findNearName(name, known);
    // Both are set, so the unknown one is not a misspelling of the other.
    if (meant !== undefined && meant in options) continue;
    const all = known.length > 0 ? `The options are ${known.join(', ')}.` : 'It has none.';
    const hint = meant === undefined ? all : `Did you mean ${meant}?`;
    return { name, problem: `unknown option of ${usage}. ${hint}` };
  }
  return undefined;
}

/** @throws TypeError that shows the call, when the options are not an object. */
export function checkOptions(options: unknown, usage: string): asserts options is object {
  if (typeof options === 'object' && options !== null) return;
  const got = options === null ? 'null' : typeof options;
  throw new TypeError(`options: expected an object, got ${got}. Call ${usage}.`);
}

/** The name that was probably meant, if there is one. */
export function findNearName(name: string, names: readonly string[]): string | undefined {
  return names.find((known) => isOneEditAway(name.toLowerCase(), known.toLowerCase()));
}

/** One letter, or two neighbours, are different: what remains without the common start and end is at most that long. */
function isOneEditAway(a: string, b: string): boolean {
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  return Math.max(a.length, b.length) - start - end <= 2;
}

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
  {
    least = 0,
    most = LONGEST_TIMER_MS,
  }: { readonly least?: number | undefined; readonly most?: number | undefined } = {},
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
  { most = Number.MAX_SAFE_INTEGER }: { readonly most?: number | undefined } = {},
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
export function checkStopTimeout(options: { readonly timeout?: number | undefined } = {}): number {
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
