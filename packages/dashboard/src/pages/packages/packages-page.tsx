import { Link, useNavigate } from '@tanstack/react-router';
import type { Item } from '../../api/operations.js';
import { List } from '../../resource/list-page.js';
import type { Column } from '../../ui/data-table.js';
import { DialogButton } from '../../ui/dialog-button.js';
import { Empty } from '../../ui/empty.js';
import { Money } from '../../ui/money.js';
import { Page } from '../../ui/page.js';
import { Status } from '../../ui/status.js';
import { Text } from '../../ui/text.js';
import { CheckTypesCard } from './check-types-card.js';
import { PackageForm } from './package-form.js';

const columns: readonly Column<Item<'listPackages'>>[] = [
  {
    title: 'Name',
    cell: ({ id, name }) => (
      <Link to="/packages/$id" params={{ id }} className="font-medium hover:underline">
        <Text>{name}</Text>
      </Link>
    ),
  },
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
    <Page
      title="Packages"
      lead="A report runs the checks of a package and costs its price."
      actions={<CreatePackage />}
    >
      <List
        list="listPackages"
        label="Packages"
        columns={columns}
        empty={
          <Empty title="There is no package yet.">
            <p>Reports are ordered by package.</p>
            <CreatePackage />
          </Empty>
        }
      />
      <CheckTypesCard />
    </Page>
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
