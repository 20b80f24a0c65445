/** One line of a table: a measurement and its ratio to another one. */
export interface Row {
  readonly subject: string;
  /** The group of candidates that were measured in the same rounds. */
  readonly contest: string;
  readonly name: string;
  /** The medians, by unit. */
  readonly figures?: Readonly<Record<string, number>>;
  /** Above 1 is better than the comparison. */
  readonly ratio?: number;
  /** The least acceptable ratio. */
  readonly budget?: number;
  /** The spread of the ratio, as a fraction: in a contest, the spread of the baseline against itself. */
  readonly noise?: number;
  /** Why nothing was measured. */
  readonly skipped?: string;
  /** The error that ended the measurement. */
  readonly failed?: string;
}

export type Verdict = 'met' | 'within noise' | 'MISSED' | 'skipped' | 'FAILED';

/** Whether the budget is met. A ratio that misses it by less than the noise is `within noise`. */
export function verdictOf({ ratio, budget, noise = 0, skipped, failed }: Row): Verdict | undefined {
  if (failed !== undefined) return 'FAILED';
  if (skipped !== undefined) return 'skipped';
  if (ratio === undefined || budget === undefined) return undefined;
  if (ratio >= budget) return 'met';
  return ratio * (1 + noise) >= budget ? 'within noise' : 'MISSED';
}
