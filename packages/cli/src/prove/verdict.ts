import { type ExitCode, exitCodes } from 'screening-webhooks-terminal';
import type { Cause } from './baseline/cause.js';
import type { Check } from './check.js';
import type { Finding } from './finding.js';

/** How a check ended. `advised`: the receiver deviates from a recommendation that the specification does not require. */
export type Verdict = 'passed' | 'failed' | 'advised' | 'unproven';

/** The result of a check that ran. */
export interface CheckResult {
  readonly check: Check;
  readonly verdict: Verdict;
  /** The observed behavior, or why it could not be observed. */
  readonly got: string;
  readonly ms: number;
}

/** The number of checks with each verdict. */
export type Counts = Readonly<Record<Verdict, number>>;

/** The verdict of a finding: only what the specification requires can fail. */
export function verdictOf(check: Pick<Check, 'level'>, finding: Finding): Verdict {
  return finding.verdict === 'failed' && check.level === 'should' ? 'advised' : finding.verdict;
}

/** Counts the results with each verdict. */
export function countVerdicts(results: readonly Pick<CheckResult, 'verdict'>[]): Counts {
  const counts = { passed: 0, failed: 0, advised: 0, unproven: 0 };
  for (const { verdict } of results) counts[verdict] += 1;
  return counts;
}

/** 0 only when genuine events passed throughout, at least one check passed and none failed. */
export function exitCodeOf(counts: Counts, cause?: Cause): ExitCode {
  const good = cause === undefined && counts.failed === 0 && counts.passed > 0;
  return good ? exitCodes.ok : exitCodes.failed;
}
