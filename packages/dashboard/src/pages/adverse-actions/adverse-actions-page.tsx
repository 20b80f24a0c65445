import { Link } from '@tanstack/react-router';
import { ListPage } from '../../resource/list-page.js';
import { buttonClass } from '../../ui/button.js';
import { Empty } from '../../ui/empty.js';
import { adverseActionColumns } from './adverse-action-columns.js';

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
          <Link to="/reports" search={{ result: 'consider' }} className={buttonClass('primary')}>
            Show reports with findings
          </Link>
        </Empty>
      }
    />
  );
}
