/** One line of a table: what was measured, as a ratio to the baseline of its contest. */
export interface Row {
  readonly subject: string;
  readonly name: string;
  /** Median microseconds, where a time means something. */
  readonly micros?: number;
  /** Above 1 is better than the baseline. */
  readonly ratio: number;
  /** What the ratio should be at least. */
  readonly budget?: number;
  /** How far the ratio of a thing to itself was from 1 in the same contest. */
  readonly noise?: number;
}

/** True when a budget is missed by more than the noise that was measured beside it. */
export function isMissed({ ratio, budget, noise = 0 }: Row): boolean {
  return budget !== undefined && ratio + noise < budget;
}
