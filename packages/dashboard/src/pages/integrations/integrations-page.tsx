import type { Item } from '../../api/operations.js';
import { created } from '../../clock/time-column.js';
import { Action } from '../../resource/action.js';
import { ListPage } from '../../resource/list-page.js';
import { column } from '../../resource/property.js';
import { RowLink } from '../../resource/references.js';
import type { Columns } from '../../ui/data-table.js';
import { Text } from '../../ui/text.js';

const columns: Columns<Item<'listIntegrations'>> = [
  { title: 'Name', cell: ({ id, name }) => <RowLink to="/integrations/$id" id={id} text={name} /> },
  column('status'),
  column('slug', 'sm'),
  { title: 'ID', from: 'lg', cell: ({ id }) => <Text mono>{id}</Text> },
  created,
];

export function IntegrationsPage() {
  return (
    <ListPage
      lead="An integration is one of your applications. Its events go only to its own endpoints."
      create={<Action operation="createIntegration" look="primary" opens="/integrations/$id" />}
      list="listIntegrations"
      columns={columns}
      empty="No integrations yet."
      hint="Create one, then add an endpoint for its events."
    />
  );
}
