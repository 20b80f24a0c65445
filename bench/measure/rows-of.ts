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
  /** Beyond each candidate against the baseline, or instead of it where a budget is given. */
  readonly pairs?: readonly Pair[];
  /** What the table shows of a candidate. Default its time in microseconds. */
  readonly figuresOf?: (name: string) => Readonly<Record<string, number>>;
}

/** The name under which the same candidate runs once more: its ratio to itself is the noise of the contest. */
export const again = (name: string): string => `${name}, again`;

/** A row for each candidate against the baseline, and one for each other pair. */
export function rowsOf(
  heading: Heading,
  times: Rounds,
  baseline: string,
  {
    pairs = [],
    figuresOf = (name) => ({ µs: medianOf(times, name) }),
  }: RowsOptions = {},
): readonly Row[] {
  const noise = noiseOf(times, baseline);
  const rowOf = ({ name, against, budget }: Pair, label: string): Row => ({
    ...heading,
    name: label,
    figures: figuresOf(name),
    ratio: median(ratiosOf(times, name, against)),
    noise,
    ...(budget !== undefined && { budget }),
  });
  return [...times.keys()]
    .filter((name) => name !== again(baseline))
    .flatMap((name) => {
      const own = pairs.filter((pair) => pair.name === name);
      const budget = own.find(({ against }) => against === baseline)?.budget;
      const first = { name, against: baseline, ...(budget !== undefined && { budget }) };
      return [
        rowOf(first, name),
        ...own
          .filter(({ against }) => against !== baseline)
          .map((pair) => rowOf(pair, `${name}, against ${pair.against}`)),
      ];
    });
}

/** How far the baseline's ratio to itself is from 1, and how sure that is; a part of 1. */
export function noiseOf(times: Rounds, baseline: string): number {
  const same = ratiosOf(times, again(baseline), baseline);
  return Math.abs(1 - median(same)) + errorOfMedian(same);
}
