import { useList } from '../../api/list-feed.js';
import type { Answer } from '../../api/operations.js';
import { useFilters } from '../../resource/filter-bar.js';
import { Card } from '../../ui/card.js';
import { Empty } from '../../ui/empty.js';
import { ErrorNote } from '../../ui/error-note.js';
import { Loading } from '../../ui/loading.js';
import { isInWork } from './import-progress.js';
import { RowFilter } from './row-filter.js';
import { RowsTable } from './rows-table.js';
import { UploadRoster } from './upload-roster.js';

/** The rows of an import, all or those of a status. */
export function RowsCard({ found }: { found: Answer<'getBulkImport'> }) {
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
