import type { Counts, RowResult } from './verdict.js';

/** The report of a run as JSON: `{seed, counts, complete, rows}`. */
export function reportAsJson(
  results: readonly RowResult[],
  run: { readonly seed: string; readonly counts: Counts; readonly complete: boolean },
): string {
  const rows = results.map(({ row, verdict, got, ms }) => {
    const { run: _run, alone: _alone, ...said } = row;
    return { ...said, verdict, got, ms };
  });
  return `${JSON.stringify({ ...run, rows }, null, 2)}\n`;
}
