import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { urlOf } from '../../api/call.js';
import { filtersOf } from '../../api/filters.js';
import { refreshLists } from '../../api/list-feed.js';
import type { Answer } from '../../api/operations.js';
import { queryClient } from '../../api/query-client.js';
import { useList } from '../../api/use-list.js';
import { operationQuery } from '../../api/use-operation.js';
import { Time } from '../../clock/time.js';
import { useClock } from '../../clock/use-clock.js';
import { Action } from '../../resource/action.js';
import { Detail } from '../../resource/detail.js';
import { useFilters } from '../../resource/filter-bar.js';
import { NameLink } from '../../resource/references.js';
import { buttonClass } from '../../ui/button.js';
import { Card } from '../../ui/card.js';
import { Empty } from '../../ui/empty.js';
import { ErrorNote } from '../../ui/error-note.js';
import { Facts } from '../../ui/facts.js';
import { Loading } from '../../ui/loading.js';
import { Page } from '../../ui/page.js';
import { PlainTable } from '../../ui/plain-table.js';
import { Status } from '../../ui/status.js';
import { Text } from '../../ui/text.js';
import { plain } from '../../words/problems.js';
import { counted, wordsOf } from '../../words/words-of.js';
import { ImportProgress, isInWork } from './import-progress.js';
import { RowsTable } from './rows-table.js';
import { UploadRoster } from './upload-roster.js';

type Counts = Answer<'getBulkImport'>['counts'];

const link = 'rounded-md border border-line px-3 py-1 hover:bg-raised';
const active = 'border-accent bg-accent-soft font-medium text-accent';

/** How many rows have each status. Each count shows its rows. */
function RowFilter({ id, counts }: { id: string; counts: Counts }) {
  const { status } = useFilters();
  const statuses = filtersOf('listBulkImportRows')['status']?.enum ?? [];
  const byName: Readonly<Record<string, number>> = counts;
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const one = (value: string | undefined, count: number) => (
    <li key={value ?? ''}>
      <Link
        to="/imports/$id"
        params={{ id }}
        search={value === undefined ? {} : { status: value }}
        replace
        activeOptions={{ exact: true }}
        aria-current={status === value ? 'true' : undefined}
        className={`block ${link} ${status === value ? active : ''}`}
      >
        {wordsOf(value ?? 'all')} <span className="tabular-nums">{count}</span>
      </Link>
    </li>
  );
  return (
    <nav aria-label="Rows by status">
      <ul className="flex flex-wrap gap-2">
        {one(undefined, all)}
        {statuses.map((each) => one(String(each), byName[String(each)] ?? 0))}
      </ul>
    </nav>
  );
}

/** The rows of an import, all or those of a status. */
function RowsCard({ found }: { found: Answer<'getBulkImport'> }) {
  const filters = useFilters();
  const feed = useList('listBulkImportRows', filters, { id: found.id });
  return (
    <Card title="Rows" flush>
      <div className="px-4 pb-3">
        <RowFilter id={found.id} counts={found.counts} />
      </div>
      {feed.isError && <ErrorNote error={feed.error} />}
      {feed.isPending && <Loading />}
      {feed.isSuccess && feed.rows.length === 0 && (
        <NoRows found={found} isFiltered={Object.keys(filters).length > 0} />
      )}
      {feed.rows.length > 0 && (
        <RowsTable
          rows={feed.rows}
          onEnd={() => {
            if (feed.hasNextPage && !feed.isFetchingNextPage) void feed.fetchNextPage();
          }}
        />
      )}
    </Card>
  );
}

function NoRows({ found, isFiltered }: { found: Answer<'getBulkImport'>; isFiltered: boolean }) {
  if (isFiltered) return <Empty title="No row has this status." />;
  if (isInWork(found)) return <Empty title="No row is validated yet." />;
  return (
    <Empty title="The import has no rows.">
      <p>Mend the file and upload it again.</p>
      <UploadRoster />
    </Empty>
  );
}

type BulkImport = Answer<'getBulkImport'>;

const STEP_MS = 1000;

export function ImportPage() {
  const { id } = useParams({ from: '/imports/$id' });
  const runs = useClock()?.mode === 'real';
  const query = useQuery({
    ...operationQuery('getBulkImport', { path: { id } }),
    // No stream tells of an import, so it is read again while the service works on it.
    refetchInterval: ({ state: { data } }) => (runs && data && isInWork(data) ? STEP_MS : false),
  });
  useFreshRows(query.data);
  return <Detail query={query}>{(found) => <ImportDetail found={found} />}</Detail>;
}

/** Reads the rows again when the service has gone on with them. */
function useFreshRows(found: BulkImport | undefined): void {
  const shown = useRef<BulkImport>(undefined);
  useEffect(() => {
    const before = shown.current;
    shown.current = found;
    if (!found || before?.id !== found.id) return;
    // The end of a step has changed all rows, not only those of the first page.
    if (before.status !== found.status) {
      void queryClient.resetQueries({ queryKey: ['list', 'listBulkImportRows'] });
    } else if (before.updatedAt !== found.updatedAt) {
      void refreshLists();
    }
  }, [found]);
}

function ImportDetail({ found }: { found: BulkImport }) {
  const { id, fileName, status } = found;
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
          <CommitImport found={found} />
        </>
      }
    >
      <ImportProgress found={found} />
      <ImportFacts found={found} />
      <FileIssuesCard issues={found.fileIssues} />
      <RowsCard found={found} />
    </Page>
  );
}

/** What is known of an import besides its rows. */
function ImportFacts({ found }: { found: Answer<'getBulkImport'> }) {
  const { id, roleId, rowCount, createdAt, committedAt } = found;
  return (
    <Card title="Facts">
      <Facts
        rows={{
          Role: roleId === null ? 'Each row names its own' : <NameLink kind="role" id={roleId} />,
          Rows: rowCount,
          Created: <Time value={createdAt} />,
          Committed: <Time value={committedAt} />,
          ID: <Text mono>{id}</Text>,
        }}
      />
    </Card>
  );
}

/** What is wrong with the file as a whole. */
function FileIssuesCard({ issues }: { issues: Answer<'getBulkImport'>['fileIssues'] }) {
  if (issues.length === 0) return null;
  return (
    <Card title="File issues" flush>
      <PlainTable
        label="Issues of the file"
        columns={[
          { title: 'Severity' },
          { title: 'Line' },
          { title: 'Column' },
          { title: 'Issue' },
          { title: 'Code', from: 'md' },
        ]}
        rows={issues.map(({ severity, line, column, code, message }, index) => ({
          key: `${index} ${code}`,
          cells: [
            <Status key="severity" value={severity} />,
            line ?? 'Whole file',
            <Text key="column" mono>
              {column ?? '–'}
            </Text>,
            <Text key="message">{plain(message)}</Text>,
            <Text key="code" mono>
              {code}
            </Text>,
          ],
        }))}
      />
    </Card>
  );
}

/** The button that makes candidates and onboardings of an import, and says how many. */
export function CommitImport({ found }: { found: BulkImport }) {
  return (
    <Action
      operation="commitBulkImport"
      look="primary"
      path={{ id: found.id }}
      on={found}
      refusal={
        found.counts.valid + found.counts.pending === 0
          ? 'No row is valid or pending, so nothing would be created.'
          : undefined
      }
    >
      {commitSentence(found.counts)}
    </Action>
  );
}

/** What a commit creates and what it leaves out. */
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
