import { byId, detailOf } from '../../resource/detail.js';
import { ObjectFacts } from '../../resource/object-facts.js';
import { factsOf } from '../../resource/property.js';
import { NameList } from '../../resource/references.js';
import { Card } from '../../ui/card.js';
import { CopyableId } from '../../ui/copy-button.js';
import { HostedLink } from '../../ui/hosted-link.js';
import { Page } from '../../ui/page.js';
import { Status } from '../../ui/status.js';

export const SessionPage = detailOf('getVerificationSession', byId, ({ found: session }) => {
  const { reference, status, url, documentConfigSlugs } = session;
  return (
    <Page title={`Session ${reference}`} lead={<Status value={status} />}>
      {status === 'open' && (
        <Card title="Hosted page">
          <p className="mb-2 text-muted">
            Anyone with this link can submit the documents of the session.
          </p>
          <HostedLink url={url} open="Open the page" />
        </Card>
      )}
      <ObjectFacts
        of={session}
        rows={{
          Reference: <CopyableId id={reference} />,
          Documents:
            documentConfigSlugs.length === 0 ? (
              'All'
            ) : (
              <NameList kind="document" ids={documentConfigSlugs} />
            ),
          ...factsOf(session, 'integrationId', 'expiresAt'),
        }}
      />
    </Page>
  );
});
