import type { ReactNode } from 'react';
import type { ListId } from '../api/operations.js';
import { Card } from '../ui/card.js';
import { Empty } from '../ui/empty.js';
import { Page } from '../ui/page.js';
import { FilterBar, useFiltersOf } from './filter-bar.js';
import { ListRows, type ListRowsProps } from './list-rows.js';

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

/** The objects of a list that belong to the one of the page. */
export function RelatedList<Id extends ListId>({
  title,
  empty,
  actions,
  ...rows
}: Omit<ListRowsProps<Id>, 'label'> & {
  title: string;
  actions?: ReactNode;
}) {
  return (
    <Card title={title} actions={actions} flush>
      <ListRows
        {...rows}
        label={`${title}, table`}
        empty={<p className="px-4 pb-4 text-muted">{empty}</p>}
      />
    </Card>
  );
}
