import { Link } from '@tanstack/react-router';
import type { Item } from '../../api/operations.js';
import { Countdown } from '../../clock/time.js';
import { timeColumn } from '../../clock/time-column.js';
import { ListPage } from '../../resource/list-page.js';
import { candidateColumn } from '../../resource/references.js';
import { Empty } from '../../ui/card.js';
import type { Columns } from '../../ui/data-table.js';
import { LinkButton } from '../../ui/link-button.js';
import { Status } from '../../ui/status.js';

export const adverseActionColumns: Columns<Item<'listAdverseActions'>> = [
  {
    title: 'Adverse action',
    cell: ({ id }) => (
      <Link
        to="/adverse-actions/$id"
        params={{ id }}
        className="block max-w-22 truncate font-mono text-xs hover:underline sm:max-w-none"
      >
        {id}
      </Link>
    ),
  },
  candidateColumn,
  { title: 'Stage', cell: ({ stage }) => <Status value={stage} /> },
  { title: 'Status', from: 'sm', cell: ({ status }) => <Status value={status} /> },
  {
    title: 'Final notice',
    from: 'md',
    cell: ({ finalNoticeSentAt, finalNoticeScheduledAt }) => {
      const at = finalNoticeSentAt ?? finalNoticeScheduledAt;
      return at ? <Countdown to={at} /> : '–';
    },
  },
  timeColumn('Pre-notice', ({ preNoticeSentAt }) => preNoticeSentAt, { from: 'lg' }),
];

export function AdverseActionsPage() {
  return (
    <ListPage
      title="Adverse actions"
      lead="Each leads from the pre-notice to the final notice, with time for the candidate to dispute."
      list="listAdverseActions"
      columns={adverseActionColumns}
      empty={
        <Empty title="There is no adverse action.">
          One begins when a report with findings is adjudicated.
          <LinkButton
            to="/reports"
            search={{ result: 'consider' }}
            look="primary"
            label="Show reports with findings"
          />
        </Empty>
      }
    />
  );
}
