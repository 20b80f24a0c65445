import { createProbe } from '../receivers/probe.js';
import { checksThat, proveByCommand, type Report, SECRET, whileServed } from '../run-prove.js';
import type { FlawName } from './flaws.js';
import { createMutant } from './mutant-receiver.js';

const OLD_SECRET = 'whsec_of_before';

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
  return whileServed(
    (probe) => createMutant(flaw, [SECRET, OLD_SECRET], probe),
    async (receiver, probe) => {
      const chosen = checks.flatMap((name) => ['--only', name]);
      const secrets = ['--secret', OLD_SECRET];
      const args = [receiver, '--probe', probe, ...secrets, '--json', '--seed', '1', ...chosen];
      const { out, err, exit } = await proveByCommand(args);
      if (out === '') throw new Error(err);
      const report: Report = JSON.parse(out);
      return {
        failed: checksThat(report, 'failed'),
        advised: checksThat(report, 'advised'),
        unproven: checksThat(report, 'unproven'),
        exit,
      };
    },
    createProbe(),
  );
}
