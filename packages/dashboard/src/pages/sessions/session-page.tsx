import { CountdownAndTime, Time } from '../../clock/time.js';
import { byId, detailOf } from '../../resource/detail.js';
import { IntegrationLink, NameList, ObjectId } from '../../resource/references.js';
import { Card, FactsCard } from '../../ui/card.js';
import { CopyableId } from '../../ui/copy-button.js';
import { HostedLink } from '../../ui/hosted-link.js';
import { Page } from '../../ui/page.js';
import { Status } from '../../ui/status.js';

export const SessionPage = detailOf('getVerificationSession', byId, ({ found: session }) => {
  const { id, reference, status, url, expiresAt, documentConfigSlugs } = session;
  return (
    <Page title={`Session ${reference}`} lead={<Status value={status} />}>
      {status === 'open' && (
        <Card title="Page for the person">
          <p className="mb-2 text-muted">
            Anybody with this address can submit the documents of the session.
          </p>
          <HostedLink url={url} open="Open the page" />
        </Card>
      )}
      <FactsCard
        title="Details"
        rows={{
          'Session ID': <ObjectId id={id} />,
          Reference: <CopyableId id={reference} />,
          Integration: <IntegrationLink id={session.integrationId} />,
          Documents:
            documentConfigSlugs.length === 0 ? (
              'All'
            ) : (
              <NameList kind="document" ids={documentConfigSlugs} />
            ),
          Expires: <CountdownAndTime to={expiresAt} />,
          Created: <Time value={session.createdAt} />,
          Changed: <Time value={session.updatedAt} />,
        }}
      />
    </Page>
  );
});
