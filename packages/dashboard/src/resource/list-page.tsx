import type { ReactNode } from 'react';
import { idOf } from '../api/list-pages.js';
import type { Item, ListId } from '../api/operations.js';
import { useList } from '../api/use-list.js';
import { Card, Empty } from '../ui/card.js';
import { type Columns, DataTable } from '../ui/data-table.js';
import { ErrorNote } from '../ui/error-note.js';
import { Loading, Page } from '../ui/page.js';
import type { Selection } from '../ui/selection.js';
import { FilterBar, useFiltersOf } from './filter-bar.js';

interface ListProps<Id extends ListId> extends ListRowsProps<Id> {
  /** Filters that are not offered. */
  readonly hidden?: readonly string[];
}

/** A list of the API with its filters. */
export function List<Id extends ListId>({ hidden, query, empty, ...rows }: ListProps<Id>) {
  const filters = useFiltersOf(rows.list);
  const filtered = Object.keys(filters).length > 0;
  return (
    <div className="min-w-0 overflow-hidden rounded-lg border border-line bg-panel pt-3">
      <FilterBar list={rows.list} hidden={hidden ?? []} />
      <ListRows
        {...rows}
        query={{ ...filters, ...query }}
        empty={filtered ? <Empty title="Nothing matches these filters." /> : empty}
      />
    </div>
  );
}

/** A page that is a list of the API. */
export function ListPage<Id extends ListId>({
  title,
  lead,
  actions,
  children,
  ...list
}: Omit<ListProps<Id>, 'label'> & {
  title: string;
  lead?: ReactNode;
  actions?: ReactNode;
  /** Shown under the list. */
  children?: ReactNode;
}) {
  return (
    <Page title={title} lead={lead} actions={actions}>
      <List {...list} label={title} />
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

/** A list of the API under a heading of its own. */
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

/** The objects of a list that belong to the one of the page. */
export function RelatedList<Id extends ListId>({ empty, ...list }: ListCardProps<Id>) {
  return <ListCard {...list} empty={<p className="px-4 pb-4 text-muted">{empty}</p>} />;
}

interface ListRowsProps<Id extends ListId> {
  readonly list: Id;
  /** What the table shows, for screen readers. */
  readonly label: string;
  readonly columns: Columns<Item<Id>>;
  readonly query?: object;
  readonly path?: Readonly<Record<string, string>> | undefined;
  readonly selection?: Selection<Item<Id>>;
  /** What stands there when the list has nothing. */
  readonly empty: ReactNode;
}

/** The rows of a list of the API. It ignores the filters of the address, so a page may have several. */
function ListRows<Id extends ListId>({
  list,
  label,
  columns,
  query,
  path,
  selection,
  empty,
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
      {feed.isSuccess && feed.rows.length === 0 && empty}
      {feed.rows.length > 0 && (
        <DataTable
          // Other rows have another place to come back to.
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

/** The properties of a table about the rows that are not loaded. */
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
