import { type OptionNames, unknownOption } from '@screening-webhooks/core/store-kit';
import { InvalidInputError } from './errors/invalid-input-error.js';

// setTimeout stores the delay in 32 bits; a longer delay fires at once.
const MAX_TIMER_MS = 2_147_483_647;

/** @throws InvalidInputError unless the value is a non-empty string of at most 1,024 characters. */
export function checkText(input: string, value: unknown): string {
  if (typeof value === 'string' && value.trim() !== '' && value.length <= 1024) return value;
  throw new InvalidInputError(input, 'expected a non-empty string of at most 1,024 characters.');
}

/** @throws InvalidInputError unless the value is undefined or a number from `min` to `max`. */
export function checkNumber(
  input: string,
  value: unknown,
  range: {
    readonly min: number;
    readonly max?: number;
    readonly of: 'milliseconds' | 'an integer' | 'a number';
    readonly default: number;
  },
): number {
  const { min, max = MAX_TIMER_MS, of } = range;
  const number = value ?? range.default;
  if (
    typeof number === 'number' &&
    number >= min &&
    number <= max &&
    (of !== 'an integer' || Number.isInteger(number))
  ) {
    return number;
  }
  throw new InvalidInputError(
    input,
    `expected ${of} from ${min} to ${max}, got ${String(value)}. Omit it to use the default, ${range.default}.`,
  );
}

/** @throws InvalidInputError unless the value is undefined or a function. */
export function checkFunction<T>(input: string, value: T): T {
  if (value === undefined || typeof value === 'function') return value;
  throw new InvalidInputError(input, 'expected a function, or omit it.');
}

/** @throws InvalidInputError for an option that does not exist. */
export function checkNames<Options extends object>(
  options: Options,
  names: OptionNames<Options>,
  usage: string,
): void {
  const unknown = unknownOption(options, names, usage);
  if (unknown) throw new InvalidInputError(unknown.name, unknown.problem);
}
