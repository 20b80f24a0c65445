import type { Row } from '../../measure/row.js';
import { errorOfMedian, quantile } from '../../measure/statistics.js';

/** A goal of the sandbox's contract. */
interface Goal {
  readonly contest: string;
  readonly name: string;
  readonly unit: string;
  /** The most that is acceptable, in that unit. */
  readonly most: number;
  /** Which of the values is compared, from 0 to 1. Default 0.5, the median. */
  readonly share?: number;
}

/** A row for one of the values beside the goal: a ratio of 1 is just within it, 2 is half of it. */
export function againstGoal(
  { contest, name, unit, most, share = 0.5 }: Goal,
  values: readonly number[],
): Row {
  const figure = quantile(values, share);
  return {
    subject: 'sandbox',
    contest,
    name: `${name}, against ${most.toLocaleString('en')} ${unit}`,
    figures: { [unit]: figure },
    ratio: most / figure,
    budget: 1,
    ...(share === 0.5 && { noise: errorOfMedian(values) / figure }),
  };
}
