import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { idOf } from '../../api/list-pages.js';
import type { Item } from '../../api/operations.js';
import { type Column, DataTable } from '../../ui/data-table.js';
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

/** The rows of a roster with their cells. */
export function RowsTable({ rows, onEnd }: { rows: readonly ImportRow[]; onEnd: () => void }) {
  const columns = useMemo(() => [...ofRow, ...columnsOf(rows).map(ofFile)], [rows]);
  return (
    <DataTable
      label="Rows of the roster"
      columns={columns}
      rows={rows}
      rowId={idOf}
      onEnd={onEnd}
      wraps
    />
  );
}

const ofRow: readonly Column<ImportRow>[] = [
  { title: 'Line', cell: ({ line }) => line },
  { title: 'Status', cell: ({ status }) => <Status value={status} /> },
  {
    title: 'Reasons',
    cell: ({ issues }) => (
      <div className="min-w-46 text-xs">
        {issues.length === 0 && '–'}
        {issues.map((issue) => (
          <p key={`${issue.column} ${issue.code}`} className="mb-1 text-bad">
            <Text mono>{issue.column}</Text>: {faultOf({ ...issue, param: issue.column })}
          </p>
        ))}
      </div>
    ),
  },
  {
    title: 'Candidate',
    cell: ({ candidateId, onboardingId, line }) =>
      candidateId === null ? (
        '–'
      ) : (
        <Link
          to="/candidates/$id"
          params={{ id: candidateId }}
          className="whitespace-nowrap text-accent underline"
        >
          {onboardingId === null ? 'Known' : 'Onboarded'}
          <span className="sr-only"> candidate of line {line}</span>
        </Link>
      ),
  },
  {
    title: 'Requirements',
    cell: ({ requirements }) => <RowRequirements requirements={requirements} />,
  },
];

function ofFile(column: string): Column<ImportRow> {
  return { title: column, foreign: true, cell: (row) => <RowCell {...cellOf(row, column)} /> };
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
