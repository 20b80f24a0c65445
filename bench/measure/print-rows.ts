import { isMissed, type Row } from './row.js';

/** Prints one table for each subject. */
export function printRows(rows: readonly Row[]): void {
  for (const subject of new Set(rows.map((row) => row.subject))) {
    console.log(`\n## ${subject}\n`);
    console.log('| | µs | ratio | noise | budget | |\n|---|---:|---:|---:|---:|---|');
    for (const row of rows.filter((each) => each.subject === subject)) {
      const cells = [
        row.name,
        row.micros === undefined ? '' : row.micros.toPrecision(3),
        row.ratio.toFixed(2),
        row.noise === undefined ? '' : `± ${row.noise.toFixed(2)}`,
        row.budget === undefined ? '' : `≥ ${row.budget.toFixed(2)}`,
        isMissed(row) ? 'MISSED' : '',
      ];
      console.log(`| ${cells.join(' | ')} |`);
    }
  }
}
