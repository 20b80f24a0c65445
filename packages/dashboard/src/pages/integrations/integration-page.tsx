import { Action } from '../../resource/action.js';
import { byId, detailOf } from '../../resource/detail.js';
import { ListCard } from '../../resource/list-page.js';
import { ObjectFacts } from '../../resource/object-facts.js';
import { factsOf } from '../../resource/property.js';
import { TextLink } from '../../ui/link-button.js';
import { Page } from '../../ui/page.js';
import { endpointColumns } from '../endpoints/endpoints-page.js';
import { CreateKey, keyColumns } from '../keys/keys-page.js';
import { verificationColumns } from '../verifications/verifications-page.js';
import { VerifyDocument } from '../verifications/verify-document.js';

export const IntegrationPage = detailOf(
  'getIntegration',
  byId,
  function Shown({ found: integration }) {
    const { id, name } = integration;
    const ofIt = { integrationId: id };
    return (
      <Page
        title={name}
        lead="Its events go only to its own endpoints."
        actions={
          <>
            <Action operation="changeIntegration" on={integration} initial={integration} />
            <Action operation="archiveIntegration" look="danger" on={integration} confirm={name}>
              Its endpoints are deleted, and their pending deliveries are canceled. No new
              verifications can be ordered with it, not even with its keys. Work in progress
              continues, but its events reach no endpoint.
            </Action>
          </>
        }
      >
        <ObjectFacts of={integration} rows={factsOf(integration, 'status', 'slug')} />
        <ListCard
          title="Endpoints"
          actions={<TextLink to="/endpoints" search={ofIt} label="All, with filters" />}
          list="listWebhookEndpoints"
          label="Endpoints of the integration"
          columns={endpointColumns}
          query={ofIt}
          empty="No endpoint gets the events of this integration."
          hint={<TextLink to="/endpoints" label="Add an endpoint" />}
        />
        <ListCard
          title="Verifications"
          actions={<TextLink to="/verifications" search={ofIt} label="All, with filters" />}
          list="listDocumentVerifications"
          label="Verifications of the integration"
          columns={verificationColumns}
          query={ofIt}
          empty="No verifications yet."
          hint={<VerifyDocument {...ofIt} />}
        />
        <ListCard
          title="API keys"
          list="listApiKeys"
          label="API keys of the integration"
          columns={keyColumns}
          query={ofIt}
          empty="No keys for this integration alone."
          hint={
            <>
              Such a key cannot see other integrations.
              <CreateKey {...ofIt} />
            </>
          }
        />
      </Page>
    );
  },
);
