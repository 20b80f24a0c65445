import { Link } from '@tanstack/react-router';
import type { Item } from '../../api/operations.js';
import { Time } from '../../clock/time.js';
import { ListRows } from '../../resource/list-rows.js';
import { NameLink } from '../../resource/references.js';
import { Card } from '../../ui/card.js';
import type { Column } from '../../ui/data-table.js';
import { Empty } from '../../ui/empty.js';
import { Status } from '../../ui/status.js';

const columns: readonly Column<Item<'listOnboardings'>>[] = [
  { title: 'Candidate', cell: ({ candidateId }) => <NameLink kind="candidate" id={candidateId} /> },
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
  return (
    <Card title="Onboardings" flush>
      <ListRows
        list="listOnboardings"
        label="Onboardings of the role"
        columns={columns}
        query={{ roleId }}
        empty={
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
        }
      />
    </Card>
  );
}
