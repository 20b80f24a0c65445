import type { Paint } from './paint.js';
import { isRight, type Report, type TallyRow } from './run-demo.js';
import type { Row, Section } from './run-scenarios.js';

const WHAT = 'what was sent';
const SAYS = 'outcome';

/** The report as a table of aligned columns. */
export function table({ sections, tallies, mismatches }: Report, paint: Paint): string {
  const { bold, dim, green, red } = paint;
  const rows = sections.flatMap((section) => section.rows);
  const what = widest([WHAT, ...rows.map((row) => row.what)]);
  const status = widest(['status', ...rows.map((row) => row.status)]);
  const says = widest([SAYS, ...rows.map((row) => row.says)]);
  const event = widest(tallies.map(({ eventId }) => eventId));
  const head = `    ${WHAT.padEnd(what)}  ${'status'.padEnd(status)}  ${SAYS.padEnd(says)}  ${'ms'.padStart(5)}`;
  const checks = rows.length + tallies.length;

  const tick = (right: boolean): string => (right ? green('✓') : red('✗'));

  function sectionLines(section: Section): string[] {
    return ['', `  ${bold(section.title)}`, ...section.rows.flatMap(rowLines)];
  }

  function rowLines(row: Row): string[] {
    const cells = `${row.what.padEnd(what)}  ${row.status.padEnd(status)}  ${row.says.padEnd(says)}`;
    const line = `  ${tick(!row.demanded)} ${cells}  ${dim(String(row.ms).padStart(5))}`;
    return row.demanded ? [line, red(`    demanded: ${row.demanded}`)] : [line];
  }

  function tallyLine(row: TallyRow): string {
    const { runs, writes } = row.tally;
    const ends = runs === writes ? '' : dim(`  ${writes} of them a success`);
    return `  ${tick(isRight(row))} ${row.eventId.padEnd(event)}  ${String(runs).padStart(4)}${ends}`;
  }

  return [
    dim(head),
    ...sections.flatMap(sectionLines),
    '',
    `  ${bold('How often the handler ran')}`,
    ...tallies.map(tallyLine),
    '',
    mismatches.length === 0
      ? green(`  All ${checks} are what the specification demands.`)
      : red(`  ${mismatches.length} of ${checks} are not what the specification demands:`),
    ...mismatches.map((mismatch) => red(`  - ${mismatch}`)),
  ].join('\n');
}

function widest(texts: readonly string[]): number {
  return Math.max(...texts.map((text) => text.length));
}
