// The results as a table: a row for each runtime, a column for each suite.

/** @returns the lines of the table. Cells are `passed/total`, `-` where a suite does not apply, `none` where it is missing. */
export function matrix(results, suiteNames) {
  const rows = [
    ['runtime', ...suiteNames, 'time'],
    ...results.map(({ label, suites, outcomes, seconds }) => [
      label,
      ...suiteNames.map((name) => cell(outcomes[name], suites.includes(name))),
      `${seconds.toFixed(1)} s`,
    ]),
  ];
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  return rows.map((row) =>
    row
      .map((text, column) =>
        column === 0 ? text.padEnd(widths[column]) : text.padStart(widths[column]),
      )
      .join('  '),
  );
}

function cell(outcome, applies) {
  if (!applies) return '-';
  return outcome ? `${outcome.total - outcome.failures.length}/${outcome.total}` : 'none';
}
