import type { Item } from '../../api/operations.js';
import { createdOfWidest } from '../../clock/time-column.js';
import { Action } from '../../resource/action.js';
import { ListPage } from '../../resource/list-page.js';
import { Name, Names, RowLink, useOpen } from '../../resource/references.js';
import { Empty } from '../../ui/card.js';
import type { Columns } from '../../ui/data-table.js';
import { Status } from '../../ui/status.js';
import { Text } from '../../ui/text.js';
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
    cell: ({ packageId }) => (packageId === null ? '–' : <Name kind="package" id={packageId} />),
  },
  {
    title: 'State',
    cell: ({ archived }) => <Status value={archived ? 'archived' : 'available'} />,
  },
  { title: 'Slug', from: 'lg', cell: ({ slug }) => <Text mono>{slug}</Text> },
  createdOfWidest,
];

/** The roles that candidates are onboarded for. */
export function RolesPage() {
  return (
    <ListPage
      title="Roles"
      lead="A role has the checks and documents that it asks of a candidate."
      actions={<CreateRole />}
      list="listRoles"
      columns={columns}
      empty={
        <Empty title="There is no role yet.">
          <p>Invitations, onboardings and rosters name a role.</p>
          <CreateRole />
        </Empty>
      }
    />
  );
}

function CreateRole() {
  const open = useOpen('/roles/$id');
  return (
    <Action
      operation="createRole"
      look="primary"
      initial={{ requirements: [] }}
      fields={roleFields}
      onDone={open}
    />
  );
}
