import { Time } from '../../clock/time.js';
import { Action } from '../../resource/action.js';
import { byId, detailOf } from '../../resource/detail.js';
import { ListCard } from '../../resource/list-page.js';
import { forgetName, ObjectId } from '../../resource/references.js';
import { Empty, FactsCard } from '../../ui/card.js';
import { TextLink } from '../../ui/link-button.js';
import { Page } from '../../ui/page.js';
import { Status } from '../../ui/status.js';
import { Text } from '../../ui/text.js';
import { endpointColumns } from '../endpoints/endpoints-page.js';
import { CreateKey, keyColumns } from '../keys/keys-page.js';
import { verificationColumns } from '../verifications/verifications-page.js';
import { VerifyDocument } from '../verifications/verify-document.js';

export const IntegrationPage = detailOf(
  'getIntegration',
  byId,
  function Shown({ found: integration }) {
    const { id, name, slug, status, createdAt, updatedAt } = integration;
    const ofIt = { integrationId: id };
    return (
      <Page
        title={name}
        lead="Its events go to its own endpoints only. Endpoints of other integrations and of the account never get them."
        actions={
          <>
            <Action
              operation="changeIntegration"
              path={{ id }}
              on={integration}
              initial={integration}
              onDone={() => forgetName('integration', id)}
            />
            <Action
              operation="archiveIntegration"
              look="danger"
              path={{ id }}
              on={integration}
              confirm={name}
            >
              Its endpoints are deleted, and their pending deliveries are canceled. No verification
              can be ordered with it any more, also not by its keys. What is in progress goes on,
              but its events reach no endpoint.
            </Action>
          </>
        }
      >
        <FactsCard
          title="Integration"
          rows={{
            Status: <Status value={status} />,
            Slug: <Text mono>{slug}</Text>,
            ID: <ObjectId id={id} />,
            Created: <Time value={createdAt} />,
            Changed: <Time value={updatedAt} />,
          }}
        />
        <ListCard
          title="Endpoints"
          actions={<TextLink to="/endpoints" search={ofIt} label="All, with filters" />}
          list="listWebhookEndpoints"
          label="Endpoints of the integration"
          columns={endpointColumns}
          query={ofIt}
          empty={
            <Empty title="No endpoint gets the events of this integration.">
              <p>
                <TextLink to="/endpoints" label="Create one on the page of endpoints." />
              </p>
            </Empty>
          }
        />
        <ListCard
          title="Verifications"
          actions={<TextLink to="/verifications" search={ofIt} label="All, with filters" />}
          list="listDocumentVerifications"
          label="Verifications of the integration"
          columns={verificationColumns}
          query={ofIt}
          empty={
            <Empty title="This integration has verified nothing yet.">
              <VerifyDocument {...ofIt} />
            </Empty>
          }
        />
        <ListCard
          title="API keys"
          list="listApiKeys"
          label="API keys of the integration"
          columns={keyColumns}
          query={ofIt}
          empty={
            <Empty title="No key is for this integration alone.">
              <p>Such a key sees nothing of other integrations.</p>
              <CreateKey {...ofIt} />
            </Empty>
          }
        />
      </Page>
    );
  },
);
