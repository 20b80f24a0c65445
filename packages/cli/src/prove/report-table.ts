import { printable } from '../terminal/printable.js';
import type { Style } from '../terminal/style.js';
import { type Cell, renderTable, wrap } from '../terminal/table.js';
import type { Row } from './row.js';
import type { Counts, RowResult, Verdict } from './verdict.js';

const INDENT = '  ';

/** The report of a run for people: each row with what it got; for each that did not pass, all that is known of it. */
export function reportAsTable(
  results: readonly RowResult[],
  options: { readonly style: Style; readonly columns: number; readonly full: boolean },
): string {
  const { style, columns, full } = options;
  const paints: Readonly<Record<Verdict, (text: string) => string>> = {
    passed: style.good,
    failed: style.bad,
    advised: style.doubtful,
    unproven: style.quiet,
  };
  const lines: Cell[][] = [
    ['verdict', 'row', 'sent', 'expected', 'got'].map((text) => ({ text, paint: style.strong })),
  ];
  for (const { row, verdict, got } of results) {
    const word = { text: verdict, paint: paints[verdict] };
    lines.push([word, row.name, row.sends, row.expected, printable(got, 200)]);
  }
  const shown = results.filter(
    ({ verdict }) => full || verdict === 'failed' || verdict === 'advised',
  );
  const reasons = shown.map(({ row, verdict }) => reason(row, paints[verdict], columns));
  return [
    renderTable(lines, columns),
    ...(reasons.length > 0 ? [`\n${style.strong('Why it matters')}\n`, ...reasons] : []),
  ].join('');
}

/** One line that says how it went. */
export function summaryLine(counts: Counts, seed: string, style: Style): string {
  const parts = [
    style.good(`${counts.passed} passed`),
    counts.failed > 0 ? style.bad(`${counts.failed} failed`) : '0 failed',
    counts.advised > 0 ? style.doubtful(`${counts.advised} advised`) : '0 advised',
    `${counts.unproven} unproven`,
  ];
  return `${parts.join(', ')}; seed ${seed}\n`;
}

function reason(row: Row, paint: (text: string) => string, columns: number): string {
  const text = `${row.why} (specification, section ${row.spec})`;
  const lines = wrap(text, columns - INDENT.length).map((line) => `${INDENT}${line}\n`);
  return `${paint(row.name)}\n${lines.join('')}`;
}
