import { type Row, verdictOf } from './row.js';

/** The rows as Markdown, a table for each subject. */
export function tablesOf(rows: readonly Row[]): string {
  const subjects = [...new Set(rows.map(({ subject }) => subject))];
  return subjects
    .map((subject) => `## ${subject}\n\n${tableOf(rows.filter((row) => row.subject === subject))}`)
    .join('\n\n');
}

function tableOf(rows: readonly Row[]): string {
  const units = [...new Set(rows.flatMap(({ figures = {} }) => Object.keys(figures)))];
  const head = ['', '', ...units, 'ratio', 'noise', 'budget', ''];
  const rule = head.map((_, column) => (column < 2 || column === head.length - 1 ? '---' : '---:'));
  const lines = rows.map((row, index) => {
    const { contest, name, figures = {}, ratio, noise, budget } = row;
    const before = rows[index - 1];
    const isFirst = before?.contest !== contest;
    return [
      isFirst ? contest : '',
      name,
      ...units.map((unit) => inDigits(figures[unit])),
      ratio?.toFixed(2) ?? '',
      noise !== undefined && (isFirst || noise !== before?.noise)
        ? `± ${(noise * 100).toFixed(0)} %`
        : '',
      budget === undefined ? '' : `≥ ${budget.toFixed(2)}`,
      verdictWithReason(row),
    ];
  });
  return [head, rule, ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function verdictWithReason(row: Row): string {
  const verdict = verdictOf(row);
  const reason = row.failed ?? row.skipped;
  // A line break or a bar would end the cell.
  const inOneCell = reason?.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|');
  return inOneCell === undefined ? (verdict ?? '') : `${verdict}: ${inOneCell}`;
}

// Three significant digits, without decimals from 100 on.
function inDigits(figure: number | undefined): string {
  if (figure === undefined) return '';
  return Math.abs(figure) >= 100
    ? Math.round(figure).toLocaleString('en')
    : String(Number(figure.toPrecision(3)));
}
