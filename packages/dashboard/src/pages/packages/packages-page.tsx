import { useNavigate } from '@tanstack/react-router';
import type { Item } from '../../api/operations.js';
import { ListPage } from '../../resource/list-page.js';
import { RowLink } from '../../resource/references.js';
import type { Column } from '../../ui/data-table.js';
import { DialogButton } from '../../ui/dialog-button.js';
import { Empty } from '../../ui/empty.js';
import { Money } from '../../ui/money.js';
import { Status } from '../../ui/status.js';
import { CheckTypesCard } from './check-types-card.js';
import { PackageForm } from './package-form.js';

const columns: readonly Column<Item<'listPackages'>>[] = [
  { title: 'Name', cell: ({ id, name }) => <RowLink to="/packages/$id" id={id} text={name} /> },
  {
    title: 'Price',
    cell: ({ priceCents, currency }) => <Money cents={priceCents} currency={currency} />,
  },
  { title: 'Price from', from: 'sm', cell: ({ priceSource }) => <Status value={priceSource} /> },
  { title: 'Checks', from: 'lg', cell: ({ checkTypeSlugs }) => checkTypeSlugs.join(', ') },
  { title: 'Made by', from: 'md', cell: ({ custom }) => (custom ? 'You' : 'Catalog') },
  {
    title: 'State',
    from: 'sm',
    cell: ({ archived }) => <Status value={archived ? 'archived' : 'available'} />,
  },
];

/** The packages, and the checks that a new one may have. */
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
    >
      <CheckTypesCard />
    </ListPage>
  );
}

function CreatePackage() {
  const navigate = useNavigate();
  return (
    <DialogButton label="Create package" look="primary">
      {(close) => (
        <PackageForm
          onCancel={close}
          onDone={({ id }) => void navigate({ to: '/packages/$id', params: { id } })}
        />
      )}
    </DialogButton>
  );
}
