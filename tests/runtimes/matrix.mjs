import { table } from '../../.ci/table.mjs';

/** @returns the lines of a table with a row for each runtime and a column for each suite. Cells are `passed/total`, `-` where a suite does not apply, `none` where it is missing. */
export function matrix(results, suiteNames) {
  return table([
    ['runtime', ...suiteNames, 'time'],
    ...results.map(({ label, suites, outcomes, seconds }) => [
      label,
      ...suiteNames.map((name) => cell(outcomes[name], suites.includes(name))),
      `${seconds.toFixed(1)} s`,
    ]),
  ]);
}

function cell(outcome, applies) {
  if (!applies) return '-';
  return outcome ? `${outcome.total - outcome.failures.length}/${outcome.total}` : 'none';
}
