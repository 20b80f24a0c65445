import type { ReactNode } from 'react';
import type { ListId } from '../api/operations.js';
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
