import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { Answer } from '../../api/operations.js';
import { operationQuery } from '../../api/use-operation.js';
import { useClock } from '../../clock/use-clock.js';
import { Action } from '../../resource/action.js';
import { Detail } from '../../resource/detail.js';
import { useName } from '../../resource/names.js';
import { Card } from '../../ui/card.js';
import { CodeBlock } from '../../ui/code-block.js';
import { Page } from '../../ui/page.js';
import { DecideCard } from './decide-card.js';
import { SubmitDocument } from './submit-document.js';
import { DocumentFiles, FormDataTable } from './submitted-document.js';
import { VerificationEvents } from './verification-events.js';
import { VerificationFacts } from './verification-facts.js';
import { verificationSentence } from './verification-sentence.js';

const REREAD_MS = 3000;

export function VerificationPage() {
  const { id } = useParams({ from: '/verifications/$id' });
  const clock = useClock();
  const runs = clock?.mode === 'real';
  const query = useQuery({
    ...operationQuery('getDocumentVerification', { path: { verificationId: id } }),
    // Live updates tell of deliveries only, and an integration without an endpoint has none.
    refetchInterval: ({ state }) =>
      runs && state.data?.status === 'PROCESSING' ? REREAD_MS : false,
  });
  return <Detail query={query}>{(verification) => <Shown verification={verification} />}</Detail>;
}

function Shown({ verification }: { verification: Answer<'getDocumentVerification'> }) {
  const { verificationId, documentConfigSlug, formData, verificationFileUploads } = verification;
  const name = useName('document', documentConfigSlug);
  return (
    <Page
      title={name}
      lead={verificationSentence(verification)}
      actions={
        <>
          <SubmitDocument verification={verification} />
          <Action
            operation="cancelDocumentVerification"
            label="Cancel verification"
            look="danger"
            path={{ verificationId }}
            on={verification}
            confirm="cancel"
            done="The verification is canceled."
          />
        </>
      }
    >
      {verification.status === 'PROCESSING' && <DecideCard verificationId={verificationId} />}
      <div className="grid min-w-0 items-start gap-4 lg:grid-cols-2">
        <Card title="Verification">
          <VerificationFacts verification={verification} />
        </Card>
        <div className="flex min-w-0 flex-col gap-4">
          <Card title="Form data" flush>
            <FormDataTable formData={formData} />
          </Card>
          <Card title="Files">
            <DocumentFiles urls={verificationFileUploads} />
          </Card>
        </div>
      </div>
      <VerificationEvents verificationId={verificationId} />
      <Card title="Record">
        <CodeBlock label="The record as JSON" text={JSON.stringify(verification, null, 2)} />
      </Card>
    </Page>
  );
}
