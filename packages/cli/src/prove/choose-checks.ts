import { nearest } from '@screening-webhooks/testing/faults';
import { UsageError } from 'screening-webhooks-terminal';
import type { Check } from './check.js';

/**
 * The checks of `--only` without the checks of `--skip`. Both accept names of checks and of groups.
 *
 * @throws UsageError for an unknown name, with the nearest known one, and when no check is left.
 */
export function chooseChecks(
  checks: readonly Check[],
  only: readonly string[],
  skip: readonly string[],
): readonly Check[] {
  const known = [...new Set(checks.flatMap(({ group, name }) => [group, name]))];
  for (const [option, names] of [
    ['--only', only],
    ['--skip', skip],
  ] as const) {
    for (const name of names) {
      if (known.includes(name)) continue;
      const suggestion = nearest(name, known);
      const hint =
        suggestion === undefined ? 'see prove --help for the list.' : `did you mean ${suggestion}?`;
      throw new UsageError(`${option}: there is no check or group "${name}"; ${hint}`);
    }
  }
  const named = (check: Check, names: readonly string[]): boolean =>
    names.includes(check.name) || names.includes(check.group);
  const chosen = checks.filter(
    (check) => (only.length === 0 || named(check, only)) && !named(check, skip),
  );
  if (chosen.length === 0) throw new UsageError('--only and --skip leave no check to run.');
  return chosen;
}
