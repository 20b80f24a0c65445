import type { Item } from '../../api/operations.js';
import { createdOfWidest } from '../../clock/time-column.js';
import { Action } from '../../resource/action.js';
import { ListPage } from '../../resource/list-page.js';
import { column } from '../../resource/property.js';
import { Names, RowLink } from '../../resource/references.js';
import type { Columns } from '../../ui/data-table.js';
import { packageForm } from './package-form.js';

const columns: Columns<Item<'listPackages'>> = [
  { title: 'Name', cell: ({ id, name }) => <RowLink to="/packages/$id" id={id} text={name} /> },
  column('priceCents'),
  column('priceSource', 'sm'),
  {
    title: 'Checks',
    from: 'lg',
    cell: ({ checkTypeSlugs }) => <Names of={checkTypeSlugs.map((slug) => ['check', slug])} />,
  },
  column('custom', 'md'),
  { ...column('archived', 'sm'), title: 'Status' },
  createdOfWidest,
];

export function PackagesPage() {
  return (
    <ListPage
      lead="A report runs the checks of a package, at the price of the package."
      create={
        <Action operation="createPackage" look="primary" {...packageForm()} opens="/packages/$id" />
      }
      list="listPackages"
      columns={columns}
      empty="No packages yet."
      hint="Each report is ordered with a package."
    />
  );
}
