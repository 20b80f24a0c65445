import type { ReactNode } from 'react';
import { idOf } from '../api/list-pages.js';
import type { Item, ListId } from '../api/operations.js';
import { useList } from '../api/use-list.js';
import { type Column, DataTable, type Selection } from '../ui/data-table.js';
import { ErrorNote } from '../ui/error-note.js';
import { Loading } from '../ui/loading.js';

export interface ListRowsProps<Id extends ListId> {
  readonly list: Id;
  /** What the table shows, for screen readers. */
  readonly label: string;
  readonly columns: readonly Column<Item<Id>>[];
  readonly query?: object;
  readonly path?: Readonly<Record<string, string>> | undefined;
  readonly selection?: Selection<Item<Id>>;
  /** What stands there when the list has nothing. */
  readonly empty: ReactNode;
}

/** The rows of a list of the API. It ignores the filters of the address, so a page may have several. */
export function ListRows<Id extends ListId>({
  list,
  label,
  columns,
  query,
  path,
  selection,
  empty,
}: ListRowsProps<Id>) {
  const feed = useList(list, query, path);
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
          label={label}
          columns={columns}
          rows={feed.rows}
          rowId={idOf}
          selection={selection}
          onEnd={() => {
            if (feed.hasNextPage && !feed.isFetchingNextPage) void feed.fetchNextPage();
          }}
        />
      )}
    </>
  );
}
