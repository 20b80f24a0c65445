import type { Item } from '../../api/operations.js';
import { created } from '../../clock/time-column.js';
import { Action } from '../../resource/action.js';
import { ListPage } from '../../resource/list-page.js';
import { RowLink, useOpen } from '../../resource/references.js';
import { Empty } from '../../ui/card.js';
import type { Columns } from '../../ui/data-table.js';
import { Status } from '../../ui/status.js';
import { Text } from '../../ui/text.js';

const columns: Columns<Item<'listIntegrations'>> = [
  { title: 'Name', cell: ({ id, name }) => <RowLink to="/integrations/$id" id={id} text={name} /> },
  { title: 'Status', cell: ({ status }) => <Status value={status} /> },
  { title: 'Slug', from: 'sm', cell: ({ slug }) => <Text mono>{slug}</Text> },
  { title: 'ID', from: 'lg', cell: ({ id }) => <Text mono>{id}</Text> },
  created,
];

export function IntegrationsPage() {
  return (
    <ListPage
      title="Integrations"
      lead="An integration is an application of yours that has documents verified. Its events go to its own endpoints only."
      actions={<CreateIntegration />}
      list="listIntegrations"
      columns={columns}
      empty={
        <Empty title="There is no integration yet.">
          <p>Create one, and then an endpoint that gets its events.</p>
          <CreateIntegration />
        </Empty>
      }
    />
  );
}

function CreateIntegration() {
  const open = useOpen('/integrations/$id');
  return <Action operation="createIntegration" look="primary" onDone={open} />;
}
