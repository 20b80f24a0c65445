import type { ReactNode } from 'react';
import { idOf } from '../api/list-pages.js';
import type { Item, ListId } from '../api/operations.js';
import { useList } from '../api/use-list.js';
import { Card, Empty } from '../ui/card.js';
import { type Columns, DataTable } from '../ui/data-table.js';
import { ErrorNote } from '../ui/error-note.js';
import { Loading, Page, useTitle } from '../ui/page.js';
import type { Selection } from '../ui/selection.js';
import { FilterBar, useFiltersOf } from './filter-bar.js';

interface ListProps<Id extends ListId> extends ListRowsProps<Id> {
  readonly hidden?: readonly string[];
}

export function List<Id extends ListId>({ hidden, query, empty, hint, ...rows }: ListProps<Id>) {
  const filters = useFiltersOf(rows.list);
  const filtered = Object.keys(filters).length > 0;
  return (
    <div className="min-w-0 overflow-hidden rounded-lg border border-line bg-panel pt-3">
      <FilterBar list={rows.list} hidden={hidden ?? []} />
      <ListRows
        {...rows}
        query={{ ...filters, ...query }}
        empty={filtered ? 'Nothing matches these filters.' : empty}
        hint={!filtered && hint}
      />
    </div>
  );
}

export function ListPage<Id extends ListId>({
  lead,
  actions,
  create,
  hint,
  children,
  ...list
}: Omit<ListProps<Id>, 'label'> & {
  lead?: ReactNode;
  actions?: ReactNode;
  create?: ReactNode;
  children?: ReactNode;
}) {
  const label = useTitle();
  const buttons = (
    <>
      {actions}
      {create}
    </>
  );
  const whenEmpty = (
    <>
      {hint}
      {create}
    </>
  );
  return (
    <Page lead={lead} actions={buttons}>
      <List {...list} label={label} hint={whenEmpty} />
      {children}
    </Page>
  );
}

interface ListCardProps<Id extends ListId> extends Omit<ListRowsProps<Id>, 'label'> {
  readonly title: string;
  readonly label?: string;
  readonly lead?: string;
  readonly actions?: ReactNode;
}

export function ListCard<Id extends ListId>({
  title,
  label = `${title}, table`,
  lead,
  actions,
  ...rows
}: ListCardProps<Id>) {
  return (
    <Card title={title} actions={actions} flush>
      {lead && <p className="px-4 pb-2 text-muted">{lead}</p>}
      <ListRows {...rows} label={label} />
    </Card>
  );
}

interface ListRowsProps<Id extends ListId> {
  readonly list: Id;
  readonly label: string;
  readonly columns: Columns<Item<Id>>;
  readonly query?: object;
  readonly path?: Readonly<Record<string, string>> | undefined;
  readonly selection?: Selection<Item<Id>>;
  readonly empty: ReactNode;
  readonly hint?: ReactNode;
}

/** The rows of a list of the API. Ignores the filters of the URL, so a page may have several. */
function ListRows<Id extends ListId>({
  list,
  label,
  columns,
  query,
  path,
  selection,
  empty,
  hint,
}: ListRowsProps<Id>) {
  const feed = useList(list, query, path);
  const place = JSON.stringify([query, path]);
  return (
    <>
      {feed.isError && (
        <div className="px-4 pb-4">
          <ErrorNote error={feed.error} onRetry={() => void feed.refetch()} />
        </div>
      )}
      {feed.isPending && <Loading />}
      {feed.isSuccess && feed.rows.length === 0 && <Empty title={empty}>{hint}</Empty>}
      {feed.rows.length > 0 && (
        <DataTable
          // Other rows have another scroll position.
          key={place}
          place={place}
          label={label}
          columns={columns}
          rows={feed.rows}
          rowId={idOf}
          selection={selection}
          {...moreOf(feed)}
        />
      )}
    </>
  );
}

export function moreOf(
  feed: Pick<
    ReturnType<typeof useList>,
    'hasNextPage' | 'isFetching' | 'isError' | 'fetchNextPage'
  >,
) {
  const { hasNextPage, isFetching, isError, fetchNextPage } = feed;
  const canLoad = hasNextPage && !isFetching && !isError;
  return { hasMore: hasNextPage, onEnd: canLoad ? () => void fetchNextPage() : undefined };
}
