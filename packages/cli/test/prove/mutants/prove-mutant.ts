import { checksThat, OLD_SECRET, only, reportOf, SECRET } from '../run-prove.js';
import type { FlawName } from './flaws.js';
import { createMutant } from './mutant-receiver.js';

/** What `prove` says about a mutant. */
export interface MutantReport {
  readonly failed: readonly string[];
  readonly advised: readonly string[];
  readonly unproven: readonly string[];
  readonly exit: number;
}

/** Runs checks, by default all of them, against a receiver with one flaw, or none. */
export async function proveMutant(
  flaw: FlawName | undefined,
  checks: readonly string[] = [],
): Promise<MutantReport> {
  const { report, exit } = await reportOf(
    (probe) => createMutant(flaw, [SECRET, OLD_SECRET], probe),
    ['--secret', OLD_SECRET, ...only(...checks)],
  );
  return {
    failed: checksThat(report, 'failed'),
    advised: checksThat(report, 'advised'),
    unproven: checksThat(report, 'unproven'),
    exit,
  };
}
