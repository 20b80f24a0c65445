import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { urlOf } from '../../api/call.js';
import { refreshLists } from '../../api/list-feed.js';
import type { Answer } from '../../api/operations.js';
import { queryClient } from '../../api/query-client.js';
import { operationQuery } from '../../api/use-operation.js';
import { useClock } from '../../clock/use-clock.js';
import { Detail } from '../../resource/detail.js';
import { buttonClass } from '../../ui/button.js';
import { Page } from '../../ui/page.js';
import { Status } from '../../ui/status.js';
import { CommitImport } from './commit-import.js';
import { FileIssuesCard } from './file-issues-card.js';
import { ImportFacts } from './import-facts.js';
import { ImportProgress, isInWork } from './import-progress.js';
import { RowsCard } from './rows-card.js';

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
