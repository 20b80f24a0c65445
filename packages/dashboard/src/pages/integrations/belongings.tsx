import { Link } from '@tanstack/react-router';
import type { Item } from '../../api/operations.js';
import { Time } from '../../clock/time.js';
import { ListRows } from '../../resource/list-rows.js';
import type { Column } from '../../ui/data-table.js';
import { Empty } from '../../ui/empty.js';
import { Text } from '../../ui/text.js';
import { CreateKey } from '../keys/create-key.js';
import { keyColumns } from '../keys/key-columns.js';
import { verificationColumns } from '../verifications/verification-columns.js';
import { VerifyDocument } from '../verifications/verify-document.js';

const endpointColumns: readonly Column<Item<'listWebhookEndpoints'>>[] = [
  {
    title: 'URL',
    cell: ({ id, url }) => (
      <Link to="/endpoints/$id" params={{ id }} className="font-medium hover:underline">
        <Text>{url}</Text>
      </Link>
    ),
  },
  {
    title: 'Events',
    from: 'sm',
    cell: ({ eventTypes }) => <span title={eventTypes.join(', ')}>{eventTypes.length}</span>,
  },
  { title: 'Created', from: 'md', cell: ({ createdAt }) => <Time value={createdAt} /> },
];

/** The endpoints that get the events of an integration. */
export function IntegrationEndpoints({ id }: { id: string }) {
  return (
    <ListRows
      list="listWebhookEndpoints"
      label="Endpoints of the integration"
      columns={endpointColumns}
      query={{ integrationId: id }}
      empty={
        <Empty title="No endpoint gets the events of this integration.">
          <p>
            <Link to="/endpoints" className="text-accent underline">
              Create one on the page of endpoints.
            </Link>
          </p>
        </Empty>
      }
    />
  );
}

/** The verifications that an integration has asked for. */
export function IntegrationVerifications({ id }: { id: string }) {
  return (
    <ListRows
      list="listDocumentVerifications"
      label="Verifications of the integration"
      columns={verificationColumns}
      query={{ integrationId: id }}
      empty={
        <Empty title="This integration has verified nothing yet.">
          <VerifyDocument integrationId={id} />
        </Empty>
      }
    />
  );
}

/** The API keys that see this integration only. */
export function IntegrationKeys({ id }: { id: string }) {
  return (
    <ListRows
      list="listApiKeys"
      label="API keys of the integration"
      columns={keyColumns}
      query={{ integrationId: id }}
      empty={
        <Empty title="No key is for this integration alone.">
          <p>Such a key sees nothing of other integrations.</p>
          <CreateKey integrationId={id} />
        </Empty>
      }
    />
  );
}
