import type { Item } from '../../api/operations.js';
import { Time } from '../../clock/time.js';
import { Action } from '../../resource/action.js';
import { ListPage } from '../../resource/list-page.js';
import { candidateColumn, RowLink, useOpen } from '../../resource/references.js';
import { Empty } from '../../ui/card.js';
import type { Column } from '../../ui/data-table.js';
import { Money } from '../../ui/money.js';
import { Status } from '../../ui/status.js';
import { Cut } from '../../ui/text.js';

export const reportColumns: readonly Column<Item<'listReports'>>[] = [
  {
    title: 'Report',
    cell: ({ id, package: ordered }) => (
      <RowLink to="/reports/$id" id={id} text={<Cut>{ordered?.name ?? id}</Cut>} />
    ),
  },
  candidateColumn,
  { title: 'Status', cell: ({ status }) => <Status value={status} /> },
  { title: 'Result', from: 'sm', cell: ({ result }) => (result ? <Status value={result} /> : '–') },
  {
    title: 'Adjudication',
    from: 'md',
    cell: ({ adjudication }) => (adjudication ? <Status value={adjudication} /> : '–'),
  },
  {
    title: 'Price',
    from: 'lg',
    cell: ({ price }) => <Money cents={price.amountCents} currency={price.currency} />,
  },
  { title: 'Ordered', from: 'lg', cell: ({ createdAt }) => <Time value={createdAt} /> },
];

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

/** Orders a report, and then shows it. */
export function OrderReport({
  candidate,
  initial,
}: {
  /** Whom it is about. Without it, the form asks. */
  candidate?: { readonly id: string };
  initial?: object;
}) {
  return (
    <Action
      operation="createReport"
      look={candidate ? 'plain' : 'primary'}
      on={candidate}
      initial={{ ...initial, ...(candidate ? { candidateId: candidate.id } : {}) }}
      hidden={candidate ? ['candidateId'] : []}
      onDone={useOpen('/reports/$id')}
    />
  );
}
