import { Link, useParams } from '@tanstack/react-router';
import type { Answer } from '../../api/operations.js';
import { useOperation } from '../../api/use-operation.js';
import { Time } from '../../clock/time.js';
import { Action } from '../../resource/action.js';
import { Detail } from '../../resource/detail.js';
import { forgetName } from '../../resource/names.js';
import { Card } from '../../ui/card.js';
import { CopyButton } from '../../ui/copy-button.js';
import { Facts } from '../../ui/facts.js';
import { Page } from '../../ui/page.js';
import { Status } from '../../ui/status.js';
import { Text } from '../../ui/text.js';
import { IntegrationEndpoints, IntegrationKeys, IntegrationVerifications } from './belongings.js';

export function IntegrationPage() {
  const { id } = useParams({ from: '/integrations/$id' });
  const query = useOperation('getIntegration', { path: { id } });
  return <Detail query={query}>{(integration) => <Shown integration={integration} />}</Detail>;
}

function Shown({ integration }: { integration: Answer<'getIntegration'> }) {
  const { id, name, slug, status, createdAt, updatedAt } = integration;
  return (
    <Page
      title={name}
      lead="Its events go to its own endpoints only. Endpoints of other integrations and of the account never get them."
      actions={
        <>
          <Action
            operation="changeIntegration"
            label="Rename"
            path={{ id }}
            on={integration}
            initial={{ name }}
            done="The integration is renamed."
            onDone={() => forgetName('integration', id)}
          />
          <Action
            operation="archiveIntegration"
            label="Archive"
            look="danger"
            path={{ id }}
            on={integration}
            confirm={name}
            done="The integration is archived."
          />
        </>
      }
    >
      <Card title="Integration">
        <Facts
          rows={[
            ['Status', <Status key="status" value={status} />],
            [
              'Slug',
              <Text key="slug" mono>
                {slug}
              </Text>,
            ],
            [
              'ID',
              <span key="id" className="-my-1.5 flex flex-wrap items-center gap-1">
                <Text mono>{id}</Text>
                <CopyButton text={id} />
              </span>,
            ],
            ['Created', <Time key="created" value={createdAt} />],
            ['Changed', <Time key="changed" value={updatedAt} />],
          ]}
        />
      </Card>
      <Card
        title="Endpoints"
        flush
        actions={
          <Link to="/endpoints" search={{ integrationId: id }} className="text-accent underline">
            All, with filters
          </Link>
        }
      >
        <IntegrationEndpoints id={id} />
      </Card>
      <Card
        title="Verifications"
        flush
        actions={
          <Link
            to="/verifications"
            search={{ integrationId: id }}
            className="text-accent underline"
          >
            All, with filters
          </Link>
        }
      >
        <IntegrationVerifications id={id} />
      </Card>
      <Card title="API keys" flush>
        <IntegrationKeys id={id} />
      </Card>
    </Page>
  );
}
