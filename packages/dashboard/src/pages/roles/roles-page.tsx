import type { Item } from '../../api/operations.js';
import { createdOfWidest } from '../../clock/time-column.js';
import { Action } from '../../resource/action.js';
import { ListPage } from '../../resource/list-page.js';
import { column } from '../../resource/property.js';
import { Name, Names, RowLink } from '../../resource/references.js';
import type { Columns } from '../../ui/data-table.js';
import { roleFields } from './role-form.js';

const columns: Columns<Item<'listRoles'>> = [
  { title: 'Name', cell: ({ id, name }) => <RowLink to="/roles/$id" id={id} text={name} /> },
  {
    title: 'Requirements',
    from: 'sm',
    cell: ({ requirements }) =>
      requirements.length === 0 ? (
        '–'
      ) : (
        <span className="block max-w-44 truncate">
          <Names of={requirements.map(({ kind, slug }) => [kind, slug])} />
        </span>
      ),
  },
  {
    title: 'Package',
    from: 'md',
    // No link: a package may have the same name as the role.
    cell: ({ packageId: id }) => (id === null ? '–' : <Name kind="package" id={id} />),
  },
  { ...column('archived'), title: 'Status' },
  column('slug', 'lg'),
  createdOfWidest,
];

export function RolesPage() {
  return (
    <ListPage
      lead="A role defines the checks and documents that a candidate needs."
      create={
        <Action
          operation="createRole"
          look="primary"
          initial={{ requirements: [] }}
          fields={roleFields}
          opens="/roles/$id"
        />
      }
      list="listRoles"
      columns={columns}
      empty="No roles yet."
      hint="Each invitation, onboarding and roster is for a role."
    />
  );
}
