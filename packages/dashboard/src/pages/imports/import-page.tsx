import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useEffect, useMemo, useRef } from 'react';
import { urlOf } from '../../api/call.js';
import { refreshLists } from '../../api/list-feed.js';
import { idOf } from '../../api/list-pages.js';
import type { Answer, Item } from '../../api/operations.js';
import { queryClient } from '../../api/query-client.js';
import { useList } from '../../api/use-list.js';
import { operationQuery } from '../../api/use-operation.js';
import { useClock } from '../../clock/use-clock.js';
import { FrozenNote } from '../../clock/wait-note.js';
import { Action } from '../../resource/action.js';
import { Detail, Unread } from '../../resource/detail.js';
import { useFilters } from '../../resource/filter-bar.js';
import { moreOf } from '../../resource/list-page.js';
import { ObjectFacts } from '../../resource/object-facts.js';
import { column, factsOf } from '../../resource/property.js';
import { Name, NameLink } from '../../resource/references.js';
import { StatusTabs } from '../../resource/status-tabs.js';
import { buttonClass } from '../../ui/button.js';
import { Card, Empty } from '../../ui/card.js';
import { type Column, DataTable, noTime } from '../../ui/data-table.js';
import { Page } from '../../ui/page.js';
import { PlainTable } from '../../ui/plain-table.js';
import { Status } from '../../ui/status.js';
import { Broken, LongText, Text } from '../../ui/text.js';
import { fileIssues as saidOfFile } from '../../words/file-issues.js';
import { rowIssueOf } from '../../words/row-issues.js';
import { counted, wordsOf } from '../../words/words-of.js';
import { UploadRoster } from './imports-page.js';

type BulkImport = Answer<'getBulkImport'>;
type ImportRow = Item<'listBulkImportRows'>;

function RowsCard({ found }: { found: BulkImport }) {
  const filters = useFilters();
  const feed = useList('listBulkImportRows', filters, { id: found.id });
  const columns = useMemo(
    () => [...ofRow, ...columnsOf(feed.rows).map(ofFile), noTime] as const,
    [feed.rows],
  );
  return (
    <Card title="Rows" flush>
      <div className="px-4 pb-3">
        <StatusTabs
          list="listBulkImportRows"
          to="/imports/$id"
          params={{ id: found.id }}
          counts={{ ...found.counts, '': found.rowCount }}
        />
      </div>
      <Unread query={feed} />
      {feed.isSuccess && feed.rows.length === 0 && (
        <NoRows found={found} isFiltered={Object.keys(filters).length > 0} />
      )}
      {feed.rows.length > 0 && (
        <DataTable
          key={filters['status']}
          place={filters['status'] ?? ''}
          label="Rows of the roster"
          columns={columns}
          rows={feed.rows}
          rowId={idOf}
          wraps
          {...moreOf(feed)}
        />
      )}
    </Card>
  );
}

function NoRows({ found, isFiltered }: { found: BulkImport; isFiltered: boolean }) {
  if (isFiltered) return <Empty title="No row has this status." />;
  if (isInWork(found)) return <Empty title="No rows are validated yet." />;
  return (
    <Empty title="The import has no rows.">
      <p>Fix the file and upload it again.</p>
      <UploadRoster />
    </Empty>
  );
}

const STEP_MS = 1000;

export function ImportPage() {
  const { id } = useParams({ from: '/imports/$id' });
  const runs = useClock()?.mode === 'real';
  const query = useQuery({
    ...operationQuery('getBulkImport', { path: { id } }),
    // No stream reports the progress of an import, so it is polled while the service works on it.
    refetchInterval: ({ state: { data } }) => (runs && data && isInWork(data) ? STEP_MS : false),
  });
  useFreshRows(query.data);
  return <Detail query={query}>{(found) => <ImportDetail found={found} />}</Detail>;
}

function useFreshRows(found: BulkImport | undefined): void {
  const shown = useRef<BulkImport>(undefined);
  useEffect(() => {
    const before = shown.current;
    shown.current = found;
    if (!found || before?.id !== found.id) return;
    // The end of a step changes all rows, not only those of the first page.
    if (before.status !== found.status) {
      void queryClient.resetQueries({ queryKey: ['list', 'listBulkImportRows'] });
    } else if (before.updatedAt !== found.updatedAt) {
      void refreshLists();
    }
  }, [found]);
}

function ImportDetail({ found }: { found: BulkImport }) {
  const { id, fileName, status, roleId, rowCount, counts } = found;
  const { fileIssues } = found;
  return (
    <Page
      title={fileName}
      lead={<Status value={status} />}
      actions={
        <>
          <a
            href={urlOf('exportBulkImportRows', { path: { id } })}
            download
            className={buttonClass()}
          >
            Export CSV
          </a>
          <Action
            operation="commitBulkImport"
            look="primary"
            on={found}
            refusal={
              counts.valid + counts.pending === 0
                ? 'No row is valid or pending, so nothing would be created.'
                : undefined
            }
          >
            {commitSentence(counts)}
          </Action>
        </>
      }
    >
      <ImportProgress found={found} />
      <ObjectFacts
        of={found}
        rows={{
          Role: roleId === null ? 'Each row has its own' : <NameLink kind="role" id={roleId} />,
          Rows: rowCount,
          ...factsOf(found, 'committedAt'),
        }}
      />
      {fileIssues.length > 0 && (
        <Card title="File issues" flush>
          <PlainTable
            label="Issues of the file"
            rows={fileIssues}
            rowId={(_issue, index) => String(index)}
            columns={[
              { title: 'Severity', cell: ({ severity }) => <Status value={severity} /> },
              { title: 'Line', cell: ({ line }) => line ?? 'Whole file' },
              { title: 'Column', cell: ({ column }) => <Text mono>{column ?? '–'}</Text> },
              {
                title: 'Issue',
                cell: ({ code, facts = {} }) => <Text>{saidOfFile[code](facts)}</Text>,
              },
              { title: 'Code', from: 'md', cell: ({ code }) => <Text mono>{code}</Text> },
            ]}
          />
        </Card>
      )}
      <RowsCard found={found} />
    </Page>
  );
}

function commitSentence({ valid, pending, missing }: BulkImport['counts']): string {
  const taken = valid + pending;
  const isOne = missing === 1;
  const out =
    missing === 0
      ? ''
      : ` ${counted(missing, 'row')} with something missing ${isOne ? 'is' : 'are'} left out.`;
  const people = taken === 1 ? 'person' : 'people';
  return `This onboards the ${people} in ${counted(taken, 'row')} (${valid} valid, ${pending} pending) and creates the candidates that do not exist yet.${out}`;
}

function isInWork({ status }: BulkImport): boolean {
  return status === 'validating' || status === 'committing';
}

function ImportProgress({ found }: { found: BulkImport }) {
  if (!isInWork(found)) return null;
  const { status, rowCount, counts } = found;
  const validated = counts.valid + counts.pending + counts.missing;
  const text =
    status === 'validating'
      ? `Validating: ${validated} of ${rowCount} rows.`
      : `Committing: ${counts.valid + counts.pending} rows.`;
  return (
    <section
      aria-label="Progress"
      className="flex flex-col gap-2 rounded-lg border border-line bg-panel p-4"
    >
      <p role="status">{text}</p>
      <progress
        aria-label={text}
        max={Math.max(1, rowCount)}
        // The API does not say how many rows are committed.
        {...(status === 'validating' ? { value: validated } : {})}
        className="h-2 w-full accent-accent"
      />
      <FrozenNote kind="import" at={found.updatedAt} />
    </section>
  );
}

const LONG = 60;

function CellText({
  text = '',
  title,
  isWrong,
}: {
  text: string | undefined;
  title: string;
  isWrong: boolean;
}) {
  if (text === '') return isWrong ? <i>Empty</i> : null;
  return text.length <= LONG ? (
    <Broken text={text} after="@" />
  ) : (
    <LongText text={text} label={title} />
  );
}

const ofRow: readonly Column<ImportRow>[] = [
  { title: 'Line', right: true, cell: ({ line }) => line },
  column('status'),
  {
    title: 'Reasons',
    cell: ({ issues }) => (
      <div className="min-w-46 text-xs">
        {issues.length === 0 && '–'}
        {issues.map((issue) => (
          <p key={`${issue.column} ${issue.code}`} className="mb-1 text-bad">
            <Text mono>{issue.column}</Text>: {rowIssueOf(issue)}
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

/** A column of a roster: the texts of the file, with their issues marked. */
function ofFile(title: string): Column<ImportRow> {
  return {
    title,
    foreign: true,
    cell: ({ values, issues }) => {
      const isWrong = issues.some(({ column }) => column === title);
      return (
        <div
          className={`max-w-64 min-w-28 wrap-break-word ${isWrong ? 'rounded bg-bad-soft px-1.5 text-bad' : ''}`}
        >
          <CellText
            text={Object.hasOwn(values, title) ? values[title] : undefined}
            title={title}
            isWrong={isWrong}
          />
        </div>
      );
    },
  };
}

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
              <Name kind={kind} id={slug} />
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

/** The columns of rows: those of the file in its order, then those that only issues name. */
function columnsOf(rows: readonly ImportRow[]): readonly string[] {
  const ofFile = rows.flatMap(({ values }) => Object.keys(values));
  const ofIssues = rows.flatMap(({ issues }) => issues.map(({ column }) => column));
  return [...new Set([...ofFile, ...ofIssues])];
}
