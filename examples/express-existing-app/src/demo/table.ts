import type { Colors } from './colors.js';
import { isAsExpected, type Report, type RunCountRow } from './run-demo.js';
import type { Row, Section } from './run-scenarios.js';

const WHAT = 'what was sent';
const SAYS = 'outcome';

/** The report as a table of aligned columns. */
export function table({ sections, runCounts, mismatches }: Report, colors: Colors): string {
  const { bold, dim, green, red } = colors;
  const rows = sections.flatMap((section) => section.rows);
  const what = widest([WHAT, ...rows.map((row) => row.what)]);
  const status = widest(['status', ...rows.map((row) => row.status)]);
  const says = widest([SAYS, ...rows.map((row) => row.says)]);
  const event = widest(runCounts.map(({ eventId }) => eventId));
  const head = `    ${WHAT.padEnd(what)}  ${'status'.padEnd(status)}  ${SAYS.padEnd(says)}  ${'ms'.padStart(5)}`;
  const checks = rows.length + runCounts.length;

  const tick = (right: boolean): string => (right ? green('✓') : red('✗'));

  function sectionLines(section: Section): string[] {
    return ['', `  ${bold(section.title)}`, ...section.rows.flatMap(rowLines)];
  }

  function rowLines(row: Row): string[] {
    const cells = `${row.what.padEnd(what)}  ${row.status.padEnd(status)}  ${row.says.padEnd(says)}`;
    const line = `  ${tick(!row.expected)} ${cells}  ${dim(String(row.ms).padStart(5))}`;
    return row.expected ? [line, red(`    expected: ${row.expected}`)] : [line];
  }

  function runCountLine(row: RunCountRow): string {
    const { runs, writes } = row.runCount;
    const ends = runs === writes ? '' : dim(`  ${writes} of them a success`);
    return `  ${tick(isAsExpected(row))} ${row.eventId.padEnd(event)}  ${String(runs).padStart(4)}${ends}`;
  }

  return [
    dim(head),
    ...sections.flatMap(sectionLines),
    '',
    `  ${bold('How often the handler ran')}`,
    ...runCounts.map(runCountLine),
    '',
    mismatches.length === 0
      ? green(`  All ${checks} match the specification.`)
      : red(`  ${mismatches.length} of ${checks} do not match the specification:`),
    ...mismatches.map((mismatch) => red(`  - ${mismatch}`)),
  ].join('\n');
}

function widest(texts: readonly string[]): number {
  return Math.max(...texts.map((text) => text.length));
}
