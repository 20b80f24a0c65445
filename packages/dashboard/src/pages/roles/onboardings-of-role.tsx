import { Link } from '@tanstack/react-router';
import { idOf, useList } from '../../api/list-feed.js';
import type { Item } from '../../api/operations.js';
import { Time } from '../../clock/time.js';
import { CandidateLink } from '../../resource/references.js';
import { Card } from '../../ui/card.js';
import { type Column, DataTable } from '../../ui/data-table.js';
import { Empty } from '../../ui/empty.js';
import { ErrorNote } from '../../ui/error-note.js';
import { Loading } from '../../ui/loading.js';
import { Status } from '../../ui/status.js';

const columns: readonly Column<Item<'listOnboardings'>>[] = [
  { title: 'Candidate', cell: ({ candidateId }) => <CandidateLink id={candidateId} /> },
  { title: 'Status', cell: ({ status }) => <Status value={status} /> },
  {
    title: 'Satisfied',
    from: 'sm',
    cell: ({ requirements }) =>
      `${requirements.filter(({ state }) => state === 'satisfied').length} of ${requirements.length}`,
  },
  { title: 'State', from: 'md', cell: ({ workState }) => workState },
  { title: 'Created', from: 'md', cell: ({ createdAt }) => <Time value={createdAt} /> },
];

/** Who is onboarded for a role. */
export function OnboardingsOfRole({ roleId }: { roleId: string }) {
  const feed = useList('listOnboardings', { roleId });
  return (
    <Card title="Onboardings" flush>
      {feed.isError && <ErrorNote error={feed.error} />}
      {feed.isPending && <Loading />}
      {feed.isSuccess && feed.rows.length === 0 && (
        <Empty title="Nobody is onboarded for it yet.">
          <p>Onboard one candidate, or upload a roster of many.</p>
          <div className="flex flex-wrap justify-center gap-4">
            <Link to="/candidates" className="text-accent hover:underline">
              Candidates
            </Link>
            <Link to="/imports" className="text-accent hover:underline">
              Imports
            </Link>
          </div>
        </Empty>
      )}
      {feed.rows.length > 0 && (
        <DataTable
          label="Onboardings of the role"
          columns={columns}
          rows={feed.rows}
          rowId={idOf}
          onEnd={() => {
            if (feed.hasNextPage && !feed.isFetchingNextPage) void feed.fetchNextPage();
          }}
        />
      )}
    </Card>
  );
}
