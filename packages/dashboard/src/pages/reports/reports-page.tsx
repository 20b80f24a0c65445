import { ListPage } from '../../resource/list-page.js';
import { Empty } from '../../ui/empty.js';
import { OrderReport } from './order-report.js';
import { reportColumns } from './report-columns.js';

const related = { include: 'candidate,package' };

export function ReportsPage() {
  return (
    <ListPage
      title="Reports"
      lead="The checks of a package, for a candidate."
      actions={<OrderReport />}
      list="listReports"
      query={related}
      columns={reportColumns}
      empty={
        <Empty title="No report was ordered yet.">
          <OrderReport />
        </Empty>
      }
    />
  );
}
