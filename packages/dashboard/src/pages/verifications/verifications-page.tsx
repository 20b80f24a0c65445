import { ListPage } from '../../resource/list-page.js';
import { Empty } from '../../ui/empty.js';
import { ConfigsCard } from './configs-card.js';
import { SessionsCard } from './sessions-card.js';
import { SourcesCard } from './sources-card.js';
import { verificationColumns } from './verification-columns.js';
import { VerifyDocument } from './verify-document.js';

export function VerificationsPage() {
  return (
    <ListPage
      title="Verifications"
      lead="Documents that an issuing source is asked about. The end of each one is an event."
      actions={<VerifyDocument />}
      list="listDocumentVerifications"
      columns={verificationColumns}
      empty={
        <Empty title="No document was verified yet.">
          <p>Verify one to see how its events reach your endpoint.</p>
          <VerifyDocument />
        </Empty>
      }
    >
      <SessionsCard />
      <ConfigsCard />
      <SourcesCard />
    </ListPage>
  );
}
