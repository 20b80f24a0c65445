import type { Item } from '../../api/operations.js';
import { formatTime } from '../../clock/local-time.js';
import { timeColumn } from '../../clock/time-column.js';
import { Action } from '../../resource/action.js';
import { ListPage } from '../../resource/list-page.js';
import { column } from '../../resource/property.js';
import { candidateColumn, fullName, RowLink } from '../../resource/references.js';
import type { Columns } from '../../ui/data-table.js';
import { Money } from '../../ui/money.js';
import { Cut } from '../../ui/text.js';

export const reportColumns: Columns<Item<'listReports'>> = [
  {
    title: 'Report',
    cell: ({ id, package: ordered, candidate, createdAt }) => (
      <RowLink
        to="/reports/$id"
        id={id}
        text={<Cut>{ordered?.name ?? id}</Cut>}
        label={`${ordered?.name ?? id}${candidate ? ` of ${fullName(candidate)}` : ''}, ${formatTime(createdAt)}`}
      />
    ),
  },
  candidateColumn,
  column('status'),
  column('result', 'sm'),
  column('adjudication', 'md'),
  {
    title: 'Price',
    right: true,
    from: 'lg',
    cell: ({ price }) => <Money cents={price.amountCents} currency={price.currency} />,
  },
  timeColumn('Ordered', ({ createdAt }) => createdAt, { from: 'lg' }),
];

const related = { include: 'candidate,package' };

export function ReportsPage() {
  return (
    <ListPage
      lead="Each report runs the checks of a package for a candidate."
      create={<OrderReport />}
      list="listReports"
      query={related}
      columns={reportColumns}
      empty="No reports yet."
    />
  );
}

export function OrderReport({
  candidate,
  initial,
}: {
  /** The candidate of the report. Default: the form asks. */
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
      opens="/reports/$id"
    />
  );
}
