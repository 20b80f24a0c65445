import { Link } from '@tanstack/react-router';
import type { Item } from '../../api/operations.js';
import { Time } from '../../clock/time.js';
import { candidateColumn } from '../../resource/references.js';
import { Cut } from '../../ui/cut.js';
import type { Column } from '../../ui/data-table.js';
import { Money } from '../../ui/money.js';
import { Status } from '../../ui/status.js';
import { Text } from '../../ui/text.js';

export const reportColumns: readonly Column<Item<'listReports'>>[] = [
  {
    title: 'Report',
    cell: ({ id, package: ordered }) => (
      <Link to="/reports/$id" params={{ id }} className="font-medium hover:underline">
        <Cut>
          <Text>{ordered?.name ?? id}</Text>
        </Cut>
      </Link>
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
