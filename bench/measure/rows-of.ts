import { medianOf, type Rounds, ratiosOf } from './rounds.js';
import type { Row } from './row.js';
import { errorOfMedian, median } from './statistics.js';

/** Which table a row goes to, and which contest it is of. */
export interface Heading {
  readonly subject: string;
  readonly contest: string;
}

/** A candidate set against another, and how many times as fast it should be at least. */
export interface Pair {
  readonly name: string;
  readonly against: string;
  readonly budget?: number;
}

/** What else the rows of a contest say. */
export interface RowsOptions {
  /** Who is set against whom. A candidate that is not the first of any is set against the baseline. */
  readonly pairs?: readonly Pair[];
  /** What the table shows of a candidate. Default its time in microseconds. */
  readonly figuresOf?: (name: string) => Readonly<Record<string, number>>;
}

/** The name under which the same candidate runs once more: its ratio to itself is the noise of the contest. */
export const again = (name: string): string => `${name}, again`;

/** A row for each pair. */
export function rowsOf(
  heading: Heading,
  times: Rounds,
  baseline: string,
  { pairs = [], figuresOf = (name) => ({ µs: medianOf(times, name) }) }: RowsOptions = {},
): readonly Row[] {
  const noise = noiseOf(times, baseline);
  return [...times.keys()]
    .filter((name) => name !== again(baseline))
    .flatMap((name) => {
      const own = pairs.filter((pair) => pair.name === name);
      return own.length > 0 ? own : [{ name, against: baseline }];
    })
    .map(({ name, against, budget }) => ({
      ...heading,
      name: against === baseline ? name : `${name}, against ${against}`,
      figures: figuresOf(name),
      ratio: median(ratiosOf(times, name, against)),
      noise,
      ...(budget !== undefined && { budget }),
    }));
}

/** How far the baseline's ratio to itself is from 1, and how sure that is; a part of 1. */
export function noiseOf(times: Rounds, baseline: string): number {
  const same = ratiosOf(times, again(baseline), baseline);
  return Math.abs(1 - median(same)) + errorOfMedian(same);
}
