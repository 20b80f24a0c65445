/** The counts of a file, a scenario or a step. */
export interface Part {
  readonly name: string;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly failures: readonly string[];
}

export function countParts(
  step: { readonly name: string; readonly report?: 'files' | 'scenarios' },
  ok: boolean,
  file: string,
  maySkip?: readonly string[],
): Part[];
