import type { Item } from '../../api/operations.js';
import { ListPage } from '../../resource/list-page.js';
import { column } from '../../resource/property.js';
import { RowLink } from '../../resource/references.js';
import { type Columns, noTime } from '../../ui/data-table.js';

const columns: Columns<Item<'listCheckTypes'>> = [
  {
    title: 'Name',
    cell: ({ slug, name }) => <RowLink to="/check-types/$id" id={slug} text={name} />,
  },
  column('category', 'sm'),
  column('listPriceCents'),
  column('typicalDurationSeconds', 'sm'),
  column('slug', 'lg'),
  noTime,
];

export function CheckTypesPage() {
  return (
    <ListPage
      lead="The checks that a package can include."
      list="listCheckTypes"
      columns={columns}
      empty="No check types."
    />
  );
}
