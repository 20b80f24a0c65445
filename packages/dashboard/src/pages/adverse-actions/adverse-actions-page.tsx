import { Link } from '@tanstack/react-router';
import type { Item } from '../../api/operations.js';
import { Countdown } from '../../clock/time.js';
import { timeColumn } from '../../clock/time-column.js';
import { ListPage } from '../../resource/list-page.js';
import { column } from '../../resource/property.js';
import { candidateColumn } from '../../resource/references.js';
import type { Columns } from '../../ui/data-table.js';
import { LinkButton } from '../../ui/link-button.js';

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
  column('stage'),
  column('status', 'sm'),
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
      lead="Each one runs from the pre-notice to the final notice, with time for the candidate to dispute."
      list="listAdverseActions"
      columns={adverseActionColumns}
      empty="No adverse actions yet."
      hint={
        <>
          An adverse action starts when you adjudicate a report with findings.
          <LinkButton
            to="/reports"
            search={{ result: 'consider' }}
            look="primary"
            label="Show reports with findings"
          />
        </>
      }
    />
  );
}
