import { type Cell, printable, renderTable, type Style, wrap } from '@screening-webhooks/terminal';
import type { Check } from './check.js';
import type { CheckResult, Counts, Verdict } from './verdict.js';

const INDENT = '  ';

/** Formats the report as a table, with the reasons for each check that failed or is advised. */
export function reportAsTable(
  results: readonly CheckResult[],
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
    ['verdict', 'check', 'sent', 'expected', 'got'].map((text) => ({ text, paint: style.strong })),
  ];
  for (const { check, verdict, got } of results) {
    const word = { text: verdict, paint: paints[verdict] };
    lines.push([word, check.name, check.sends, check.expected, printable(got, 200)]);
  }
  const shown = results.filter(
    ({ verdict }) => full || verdict === 'failed' || verdict === 'advised',
  );
  const reasons = shown.map(({ check, verdict }) => reason(check, paints[verdict], columns));
  return [
    renderTable(lines, columns),
    ...(reasons.length > 0 ? [`\n${style.strong('Why it matters')}\n`, ...reasons] : []),
  ].join('');
}

/** The counts of all verdicts, in one line. */
export function summaryLine(counts: Counts, seed: string, style: Style): string {
  const parts = [
    style.good(`${counts.passed} passed`),
    counts.failed > 0 ? style.bad(`${counts.failed} failed`) : '0 failed',
    counts.advised > 0 ? style.doubtful(`${counts.advised} advised`) : '0 advised',
    `${counts.unproven} unproven`,
  ];
  return `${parts.join(', ')}; seed ${seed}\n`;
}

function reason(check: Check, paint: (text: string) => string, columns: number): string {
  const text = `${check.why} (specification, section ${check.spec})`;
  const lines = wrap(text, columns - INDENT.length).map((line) => `${INDENT}${line}\n`);
  return `${paint(check.name)}\n${lines.join('')}`;
}
