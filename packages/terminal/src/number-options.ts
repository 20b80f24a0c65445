import { InvalidArgumentError } from 'commander';

/** Makes the parser of an option that is a whole number from 1. */
export function wholeNumber(most = 999_999_999): (text: string) => number {
  return (text) => {
    if (!/^[1-9]\d*$/.test(text)) throw new InvalidArgumentError('Give a whole number above 0.');
    if (Number(text) <= most) return Number(text);
    throw new InvalidArgumentError(`Give at most ${most}.`);
  };
}

/** Parses an option that is a whole number above 0. */
export const positiveInteger: (text: string) => number = wholeNumber();

/** Parses an option that is a number above 0. */
export function positiveNumber(text: string): number {
  const number = Number(text);
  if (text.trim() !== '' && Number.isFinite(number) && number > 0) return number;
  throw new InvalidArgumentError('Give a number above 0.');
}
