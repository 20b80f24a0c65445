import { useParams } from '@tanstack/react-router';
import type { Answer } from '../../api/operations.js';
import { useOperation } from '../../api/use-operation.js';
import { Time } from '../../clock/time.js';
import { Action } from '../../resource/action.js';
import { Detail } from '../../resource/detail.js';
import { wordsOf } from '../../resource/words-of.js';
import { Card } from '../../ui/card.js';
import { Facts } from '../../ui/facts.js';
import { Page } from '../../ui/page.js';
import { Text } from '../../ui/text.js';
import { IntegrationLink } from '../integrations/integration-link.js';
import { shownKey } from './key-columns.js';
import { KeyState } from './key-state.js';
import { KeyUsage } from './key-usage.js';

export function KeyPage() {
  const { id } = useParams({ from: '/keys/$id' });
  const query = useOperation('getApiKey', { path: { id } });
  // Read at the same time, for the card below.
  useOperation('getApiKeyUsage', { path: { id } });
  return <Detail query={query}>{(key) => <Shown apiKey={key} />}</Detail>;
}

function Shown({ apiKey }: { apiKey: Answer<'getApiKey'> }) {
  const { id, label, scope, integrationId, allowedOrigins } = apiKey;
  return (
    <Page
      title={label}
      lead={<Text mono>{shownKey(apiKey)}</Text>}
      actions={
        <>
          <Action
            operation="updateApiKey"
            label="Change"
            path={{ id }}
            on={apiKey}
            initial={{ label, allowedOrigins }}
            done="The key is changed."
          />
          <Action
            operation="revokeApiKey"
            label="Revoke"
            look="danger"
            path={{ id }}
            on={apiKey}
            confirm={label}
            done="The key is revoked."
          >
            Programs that use it are refused from now on.
          </Action>
        </>
      }
    >
      <Card title="Key">
        <Facts
          rows={{
            State: <KeyState apiKey={apiKey} />,
            Scope: wordsOf(scope),
            For:
              integrationId === null ? 'All integrations' : <IntegrationLink id={integrationId} />,
            'Allowed origins': <Origins origins={allowedOrigins} />,
            Created: <Time value={apiKey.createdAt} />,
            'Last used': apiKey.lastUsedAt === null ? 'Never' : <Time value={apiKey.lastUsedAt} />,
            Revoked: <Time value={apiKey.revokedAt} />,
            ID: <Text mono>{id}</Text>,
          }}
        />
      </Card>
      <KeyUsage id={id} />
    </Page>
  );
}

function Origins({ origins }: { origins: readonly string[] }) {
  if (origins.length === 0) return 'None: no page may use it';
  return (
    <ul>
      {origins.map((origin) => (
        <li key={origin}>
          <Text mono>{origin}</Text>
        </li>
      ))}
    </ul>
  );
}
