import type { Item } from '../../api/operations.js';
import { createdOfWide } from '../../clock/time-column.js';
import { Action } from '../../resource/action.js';
import { ListPage } from '../../resource/list-page.js';
import { Names, RowLink, useOpen } from '../../resource/references.js';
import { Empty } from '../../ui/card.js';
import type { Columns } from '../../ui/data-table.js';
import { Money } from '../../ui/money.js';
import { Status } from '../../ui/status.js';
import { packageForm } from './package-form.js';

const columns: Columns<Item<'listPackages'>> = [
  { title: 'Name', cell: ({ id, name }) => <RowLink to="/packages/$id" id={id} text={name} /> },
  {
    title: 'Price',
    right: true,
    cell: ({ priceCents, currency }) => <Money cents={priceCents} currency={currency} />,
  },
  { title: 'Price from', from: 'sm', cell: ({ priceSource }) => <Status value={priceSource} /> },
  {
    title: 'Checks',
    from: 'lg',
    cell: ({ checkTypeSlugs }) => <Names of={checkTypeSlugs.map((slug) => ['check', slug])} />,
  },
  { title: 'Made by', from: 'md', cell: ({ custom }) => (custom ? 'You' : 'Catalog') },
  {
    title: 'State',
    from: 'sm',
    cell: ({ archived }) => <Status value={archived ? 'archived' : 'available'} />,
  },
  createdOfWide,
];

/** The packages that reports are ordered by. */
export function PackagesPage() {
  return (
    <ListPage
      title="Packages"
      lead="A report runs the checks of a package and costs its price."
      actions={<CreatePackage />}
      list="listPackages"
      columns={columns}
      empty={
        <Empty title="There is no package yet.">
          <p>Reports are ordered by package.</p>
          <CreatePackage />
        </Empty>
      }
    />
  );
}

function CreatePackage() {
  const open = useOpen('/packages/$id');
  return <Action operation="createPackage" look="primary" {...packageForm()} onDone={open} />;
}
