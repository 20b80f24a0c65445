import { joinLines, printable, renderTable, type Style, wrap } from 'screening-webhooks-terminal';
import { type Cause, headlineOf } from './baseline/cause.js';
import type { Check } from './check.js';
import type { CheckResult, Counts, Verdict } from './verdict.js';

const INDENT = '  ';
const MOST_REASONS = 4;
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

/** Says why no genuine event passes, or passes any more. */
export function causeLines(cause: Cause, style: Style, columns: number): string {
  const [claim, reason] = headlineOf(cause);
  return joinLines(wrap(style.bad(claim) + reason, columns));
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

/** Why checks are unproven, with the number of each reason. Empty: none is. */
export function unprovenLines(results: readonly CheckResult[], columns: number): string {
  const counts = new Map<string, number>();
  for (const { verdict, got } of results) {
    if (verdict === 'unproven') counts.set(got, (counts.get(got) ?? 0) + 1);
  }
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  if (total === 0) return '';
  const sorted = [...counts].sort(([, a], [, b]) => b - a);
  const shown = sorted.slice(0, MOST_REASONS);
  const others = total - shown.reduce((sum, [, count]) => sum + count, 0);
  const reasons = shown.map(([why, count]) => {
    const words = printable(why, 200).replaceAll('\n', '\\n');
    return counts.size === 1 ? words : `${count} × ${words}`;
  });
  const rest = others === 0 ? [] : [`${others} for other reasons`];
  return joinLines(wrap(`${total} unproven: ${[...reasons, ...rest].join('; ')}.`, columns));
}

function reason(check: Check, paint: (text: string) => string, columns: number): string {
  const text = `${check.why} (specification, section ${check.spec})`;
  const lines = wrap(text, columns - INDENT.length).map((line) => INDENT + line);
  return joinLines([paint(check.name), ...lines]);
}
