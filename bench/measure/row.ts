/** One line of a table: what was measured, and how it stands to something else. */
export interface Row {
  readonly subject: string;
  /** What was measured beside each other. */
  readonly contest: string;
  readonly name: string;
  /** What was measured, by unit. */
  readonly figures?: Readonly<Record<string, number>>;
  /** Above 1 is better than what it is set against. */
  readonly ratio?: number;
  /** What the ratio should be at least. */
  readonly budget?: number;
  /** How far the ratio of a thing to itself was from 1 in the same contest, and what that is worth. */
  readonly noise?: number;
  /** Why nothing was measured. */
  readonly skipped?: string;
}

export type Verdict = 'met' | 'within noise' | 'MISSED' | 'skipped';

/** Whether the budget is met. It is missed only by more than the noise that was measured beside it. */
export function verdictOf({ ratio, budget, noise = 0, skipped }: Row): Verdict | undefined {
  if (skipped !== undefined) return 'skipped';
  if (ratio === undefined || budget === undefined) return undefined;
  if (ratio >= budget) return 'met';
  return ratio * (1 + noise) >= budget ? 'within noise' : 'MISSED';
}
