import { ListPage } from '../../resource/list-page.js';
import { Empty } from '../../ui/empty.js';
import { LinkButton } from '../../ui/link-button.js';
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
