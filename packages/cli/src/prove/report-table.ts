import { joinLines, printable, renderTable, type Style, wrap } from 'screening-webhooks-terminal';
import type { Cause } from './baseline/cause.js';
import type { Check } from './check.js';
import type { CheckResult, Counts, Verdict } from './verdict.js';

const INDENT = '  ';
/** Below it, five columns leave too few words on a line. */
const LEAST_COLUMNS = 140;

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
  const narrow = columns < LEAST_COLUMNS;
  const headings = narrow ? ['verdict', 'check'] : ['verdict', 'check', 'sent', 'expected', 'got'];
  const rows = results.map(({ check, verdict, got }) => {
    const { name, sends, expected } = check;
    const observed = printable(got, 200).replaceAll('\n', '\\n');
    return [
      paints[verdict](verdict),
      ...(narrow
        ? [`${name}\nsent: ${sends}\nexpected: ${expected}\ngot: ${observed}`]
        : [name, sends, expected, observed]),
    ];
  });
  const shown = results.filter(
    ({ verdict }) => full || verdict === 'failed' || verdict === 'advised',
  );
  const reasons = shown.map(({ check, verdict }) => reason(check, paints[verdict], columns));
  return [
    renderTable([headings.map(style.strong), ...rows], columns),
    ...(reasons.length > 0 ? [`\n${style.strong('Why it matters')}\n`, ...reasons] : []),
  ].join('');
}

/** Says why no genuine event passes. */
export function causeLines({ sentence }: Cause, style: Style, columns: number): string {
  return joinLines(wrap(`${style.bad('No genuine event passes')}: ${sentence}`, columns));
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
  const lines = wrap(text, columns - INDENT.length).map((line) => INDENT + line);
  return joinLines([paint(check.name), ...lines]);
}
