import { InvalidInputError } from './errors/invalid-input-error.js';

// setTimeout takes 32 bits; past that it fires at once.
const LONGEST_TIMER = 2_147_483_647;

/** @throws InvalidInputError unless it is a non-empty string of at most 1,024 characters. */
export function checkText(input: string, value: unknown): string {
  if (typeof value === 'string' && value.trim() !== '' && value.length <= 1024) return value;
  throw new InvalidInputError(input, 'expected a non-empty string of at most 1,024 characters.');
}

/** @throws InvalidInputError unless it is a number from `least` to `most`, or left out. */
export function checkNumber(
  input: string,
  value: unknown,
  range: {
    readonly least: number;
    readonly most?: number;
    readonly whole?: boolean;
    readonly default: number;
  },
): number {
  const { least, most = LONGEST_TIMER, whole = false } = range;
  const number = value ?? range.default;
  if (
    typeof number === 'number' &&
    number >= least &&
    number <= most &&
    (!whole || Number.isInteger(number))
  ) {
    return number;
  }
  throw new InvalidInputError(
    input,
    `expected a ${whole ? 'whole ' : ''}number from ${least} to ${most}, got ${String(value)}. Leave it out for ${range.default}.`,
  );
}

/** @throws InvalidInputError unless it is a function, or left out. */
export function checkFunction<T>(input: string, value: T): T {
  if (value === undefined || typeof value === 'function') return value;
  throw new InvalidInputError(input, 'expected a function. Leave it out if there is none.');
}
