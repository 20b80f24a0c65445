import { type ExitCode, exitCodes } from '../exit-code.js';
import type { Finding } from './finding.js';
import type { Row } from './row.js';

/** How a row ended. `advised`: the receiver does otherwise than is wise, and the specification does not ask for it. */
export type Verdict = 'passed' | 'failed' | 'advised' | 'unproven';

/** A row that ran. */
export interface RowResult {
  readonly row: Row;
  readonly verdict: Verdict;
  /** What came back, or why nothing can be said. */
  readonly got: string;
  readonly ms: number;
}

/** How many rows ended in which way. */
export type Counts = Readonly<Record<Verdict, number>>;

/** The verdict of a finding: only what the specification asks for can fail. */
export function verdictOf(row: Pick<Row, 'level'>, finding: Finding): Verdict {
  return finding.verdict === 'failed' && row.level === 'should' ? 'advised' : finding.verdict;
}

/** Counts verdicts. */
export function countVerdicts(results: readonly Pick<RowResult, 'verdict'>[]): Counts {
  const counts = { passed: 0, failed: 0, advised: 0, unproven: 0 };
  for (const { verdict } of results) counts[verdict] += 1;
  return counts;
}

/** Zero only when something was proven and nothing failed. */
export function exitCodeOf(counts: Counts): ExitCode {
  return counts.failed === 0 && counts.passed > 0 ? exitCodes.ok : exitCodes.failed;
}
