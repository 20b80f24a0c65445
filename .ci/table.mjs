/** @returns the aligned lines of a table. The first row is its head; the first column is text, the others are numbers. */
export function table(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  return rows.map((row) =>
    row
      .map((text, column) =>
        column === 0 ? text.padEnd(widths[column]) : text.padStart(widths[column]),
      )
      .join('  '),
  );
}
