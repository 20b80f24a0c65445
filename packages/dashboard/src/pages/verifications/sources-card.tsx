import type { Item } from '../../api/operations.js';
import { ListRows } from '../../resource/list-rows.js';
import { Card } from '../../ui/card.js';
import type { Column } from '../../ui/data-table.js';
import { Empty } from '../../ui/empty.js';
import { Status } from '../../ui/status.js';
import { Text } from '../../ui/text.js';
import { SourceSwitch } from './source-switch.js';

const columns: readonly Column<Item<'listVerificationSources'>>[] = [
  {
    title: 'Source',
    cell: ({ name }) => (
      <span className="block max-w-28 truncate sm:max-w-none" title={name}>
        <Text>{name}</Text>
      </span>
    ),
  },
  {
    title: 'Availability',
    from: 'sm',
    cell: ({ availability }) => <Status value={availability} />,
  },
  { title: 'Change', cell: (source) => <SourceSwitch source={source} /> },
];

/** The issuing sources that confirm documents. */
export function SourcesCard() {
  return (
    <Card title="Issuing sources" flush>
      <p className="px-4 pb-2 text-muted">
        The service asks them about documents. Make one slow or take it down to see what your
        program does then.
      </p>
      <ListRows
        list="listVerificationSources"
        label="Issuing sources, table"
        columns={columns}
        empty={<Empty title="There is no issuing source." />}
      />
    </Card>
  );
}
