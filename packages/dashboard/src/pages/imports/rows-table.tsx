import { Link } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef } from 'react';
import type { Item } from '../../api/operations.js';
import { Status } from '../../ui/status.js';
import { Text } from '../../ui/text.js';
import { faultOf } from '../../words/problems.js';
import { wordsOf } from '../../words/words-of.js';

const LONG = 60;

/** A cell of a roster: its text as in the file, marked where something is wrong with it. */
function RowCell({ text, issues }: Cell) {
  const isWrong = issues.length > 0;
  return (
    <div className={`max-w-64 min-w-28 ${isWrong ? 'rounded bg-bad-soft px-1.5 text-bad' : ''}`}>
      <CellText text={text} missing={isWrong} />
    </div>
  );
}

function CellText({ text, missing }: { text: string | undefined; missing: boolean }) {
  if (text === undefined) return missing ? <i>Not in the file</i> : null;
  if (text === '') return missing ? <i>Empty</i> : null;
  if (text.length <= LONG) return <Text>{text}</Text>;
  return (
    <details>
      <summary>
        <Text>{text.slice(0, LONG)}</Text> …
      </summary>
      <div className="max-h-40 overflow-y-auto">
        <Text>{text}</Text>
      </div>
    </details>
  );
}

const ROW_HEIGHT = 60;
const OVERSCAN = 8;
const FIXED_COLUMNS = 5;

/** The rows of a roster with their cells. It is not a DataTable, because the issues make rows of different heights. */
export function RowsTable({ rows, onEnd }: { rows: readonly ImportRow[]; onEnd: () => void }) {
  const scroller = useRef<HTMLElement>(null);
  const columns = useMemo(() => columnsOf(rows), [rows]);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: OVERSCAN,
  });
  const items = virtual.getVirtualItems();
  const above = items[0]?.start ?? 0;
  const below = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  const atEnd = (items.at(-1)?.index ?? -1) >= rows.length - OVERSCAN;
  // biome-ignore lint/correctness/useExhaustiveDependencies: more rows may end in view as well.
  useEffect(() => {
    if (atEnd) onEnd();
  }, [atEnd, rows.length]);
  return (
    <section
      ref={scroller}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it.
      tabIndex={0}
      aria-label="Rows of the roster"
      className="relative max-h-[80dvh] overflow-auto"
    >
      <table className="min-w-full border-collapse" aria-rowcount={rows.length + 1}>
        <thead className="sticky top-0 z-10 bg-panel text-xs text-muted">
          <tr className="border-b border-line">
            <Head>Line</Head>
            <Head>Status</Head>
            <Head>Reasons</Head>
            <Head>Candidate</Head>
            <Head>Requirements</Head>
            {columns.map((column) => (
              <Head key={column}>
                <Text mono>{column}</Text>
              </Head>
            ))}
          </tr>
        </thead>
        <tbody>
          {above > 0 && <Gap height={above} columns={columns.length + FIXED_COLUMNS} />}
          {items.map(({ index, key }) => {
            const row = rows[index];
            return (
              row && (
                <tr
                  key={String(key)}
                  ref={virtual.measureElement}
                  data-index={index}
                  aria-rowindex={index + 2}
                  className="border-b border-line align-top last:border-0"
                >
                  <RowCells row={row} columns={columns} />
                </tr>
              )
            );
          })}
          {below > 0 && <Gap height={below} columns={columns.length + FIXED_COLUMNS} />}
        </tbody>
      </table>
    </section>
  );
}

function Head({ children }: { children: React.ReactNode }) {
  return (
    <th scope="col" className="h-8 max-w-64 truncate px-3 text-left font-medium first:pl-4">
      {children}
    </th>
  );
}

/** What stands for rows that are not drawn. */
function Gap({ height, columns }: { height: number; columns: number }) {
  return (
    <tr>
      <td colSpan={columns} style={{ height }} />
    </tr>
  );
}

function RowCells({ row, columns }: { row: ImportRow; columns: readonly string[] }) {
  const { line, status, issues, candidateId, onboardingId, requirements } = row;
  return (
    <>
      <td className="py-2 pr-3 pl-4 tabular-nums">{line}</td>
      <td className="px-3 py-2">
        <Status value={status} />
      </td>
      <td className="min-w-52 px-3 py-2 text-xs">
        {issues.length === 0 && '–'}
        {issues.map((issue) => (
          <p key={`${issue.column} ${issue.code}`} className="mb-1 text-bad">
            <Text mono>{issue.column}</Text>: {faultOf({ ...issue, param: issue.column })}
          </p>
        ))}
      </td>
      <td className="px-3 py-2 whitespace-nowrap">
        {candidateId === null ? (
          '–'
        ) : (
          <Link to="/candidates/$id" params={{ id: candidateId }} className="text-accent underline">
            {onboardingId === null ? 'Known' : 'Onboarded'}
            <span className="sr-only"> candidate of line {line}</span>
          </Link>
        )}
      </td>
      <td className="px-3 py-2">
        <RowRequirements requirements={requirements} />
      </td>
      {columns.map((column) => (
        <td key={column} className="px-3 py-2">
          <RowCell {...cellOf(row, column)} />
        </td>
      ))}
    </>
  );
}

/** Where a row stands with what its role asks for: a summary, and each requirement on demand. */
function RowRequirements({ requirements }: Pick<ImportRow, 'requirements'>) {
  if (requirements.length === 0) return <span className="text-muted">–</span>;
  return (
    <details className="min-w-40">
      <summary>{summaryOf(requirements)}</summary>
      <ul className="mt-1 flex flex-col gap-1">
        {requirements.map(({ kind, slug, required, state }) => (
          <li key={`${kind} ${slug}`} className="flex flex-wrap items-center gap-x-2">
            <Status value={state} />
            <span>
              {slug}
              <span className="text-xs text-muted">
                {' '}
                {wordsOf(kind).toLowerCase()}
                {required ? '' : ', not required'}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** How many requirements are in each state, such as `2 satisfied, 1 missing`. */
function summaryOf(requirements: ImportRow['requirements']): string {
  const counts = new Map<string, number>();
  for (const { state } of requirements) counts.set(state, (counts.get(state) ?? 0) + 1);
  return [...counts].map(([state, count]) => `${count} ${state}`).join(', ');
}

type ImportRow = Item<'listBulkImportRows'>;
type RowIssue = ImportRow['issues'][number];

/** The columns of rows: those of the file in its order, then those that only issues name. */
function columnsOf(rows: readonly ImportRow[]): readonly string[] {
  const ofFile = rows.flatMap(({ values }) => Object.keys(values));
  const ofIssues = rows.flatMap(({ issues }) => issues.map(({ column }) => column));
  return [...new Set([...ofFile, ...ofIssues])];
}

/** A cell: its text, and what is wrong with it. */
interface Cell {
  /** Undefined: the file does not have the column. */
  readonly text: string | undefined;
  readonly issues: readonly RowIssue[];
}

function cellOf({ values, issues }: ImportRow, column: string): Cell {
  return {
    text: Object.hasOwn(values, column) ? values[column] : undefined,
    issues: issues.filter((issue) => issue.column === column),
  };
}
