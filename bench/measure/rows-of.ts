import { medianOf, type Rounds, ratiosOf } from './rounds.js';
import type { Row } from './row.js';
import { errorOfMedian, median } from './statistics.js';

/** The table and the contest of a row. */
export interface Heading {
  readonly subject: string;
  readonly contest: string;
}

/** A comparison of two candidates; `budget` is the least acceptable ratio. */
export interface Pair {
  readonly name: string;
  readonly against: string;
  readonly budget?: number;
}

/** Settings for the rows of a contest. */
export interface RowsOptions {
  /** The comparisons. A candidate without one is compared with the baseline. */
  readonly pairs?: readonly Pair[];
  /** The figures that the table shows for a candidate. Default its time in microseconds. */
  readonly figuresOf?: (name: string) => Readonly<Record<string, number>>;
}

/** The name of the second run of a candidate: the ratio of the two runs is the noise of the contest. */
export const secondRun = (name: string): string => `${name}, again`;

/** A row for each comparison. */
export function rowsOf(
  heading: Heading,
  times: Rounds,
  baseline: string,
  { pairs = [], figuresOf = (name) => ({ µs: medianOf(times, name) }) }: RowsOptions = {},
): readonly Row[] {
  const noise = noiseOf(times, baseline);
  return [...times.keys()]
    .filter((name) => name !== secondRun(baseline))
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

/** The noise of a contest, as a part of 1: how far the baseline's ratio to itself is from 1, and the error of that ratio. */
export function noiseOf(times: Rounds, baseline: string): number {
  const same = ratiosOf(times, secondRun(baseline), baseline);
  return Math.abs(1 - median(same)) + errorOfMedian(same);
}
