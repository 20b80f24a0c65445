import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { controls, type Decision } from '../../api/controls.js';
import type { Answer } from '../../api/operations.js';
import { useChange } from '../../api/use-change.js';
import { operationQuery } from '../../api/use-operation.js';
import { Time } from '../../clock/time.js';
import { useClock } from '../../clock/use-clock.js';
import { Action } from '../../resource/action.js';
import { Detail } from '../../resource/detail.js';
import { useName } from '../../resource/names.js';
import { Button } from '../../ui/button.js';
import { Card } from '../../ui/card.js';
import { CodeBlock } from '../../ui/code-block.js';
import { CopyableId } from '../../ui/copy-button.js';
import { Empty } from '../../ui/empty.js';
import { ErrorNote } from '../../ui/error-note.js';
import { Facts } from '../../ui/facts.js';
import { Input } from '../../ui/input.js';
import { LongText } from '../../ui/long-text.js';
import { Page } from '../../ui/page.js';
import { Status } from '../../ui/status.js';
import { Text } from '../../ui/text.js';
import { notify } from '../../ui/toast.js';
import { wordsOf } from '../../words/words-of.js';
import { IntegrationLink } from '../integrations/integration-link.js';
import { SubmitDocument } from './submit-document.js';
import { VerificationEvents } from './verification-events.js';
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
            look="danger"
            path={{ verificationId }}
            on={verification}
            confirm="cancel"
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

/** What a verification is, but for its form and its files. */
function VerificationFacts({
  verification: found,
}: {
  verification: Answer<'getDocumentVerification'>;
}) {
  return (
    <Facts
      rows={{
        Status: <Status value={found.status} />,
        Verified: found.verified ? 'Yes' : 'No',
        'Error message': found.errorMessage && <Text>{found.errorMessage}</Text>,
        Attempts: found.attemptCount,
        State: found.state,
        'Verification ID': <CopyableId id={found.verificationId} />,
        'External ID': <CopyableId id={found.externalId} />,
        Integration: <IntegrationLink id={found.integrationId} />,
        'Session ID': <CopyableId id={found.sessionId} />,
        'Session reference': <CopyableId id={found.sessionReference} />,
        'Document configuration': <Text mono>{found.documentConfigSlug}</Text>,
        'Check type': <Text mono>{found.checkTypeSlug}</Text>,
        Created: <Time value={found.createdAt} />,
        Completed: <Time value={found.completedAt} />,
        Metadata: <Metadata metadata={found.metadata} />,
      }}
    />
  );
}

function Metadata({ metadata }: { metadata: Readonly<Record<string, unknown>> }) {
  const entries = Object.entries(metadata);
  if (entries.length === 0) return '–';
  return (
    <ul>
      {entries.map(([key, value]) => (
        <li key={key}>
          <Text>{key}</Text>: <Text>{String(value)}</Text>
        </li>
      ))}
    </ul>
  );
}

/** What was entered about a document, and what its source has added. */
function FormDataTable({ formData }: { formData: Readonly<Record<string, unknown>> }) {
  const entries = Object.entries(formData);
  if (entries.length === 0) return <Empty title="No field was submitted yet." />;
  return (
    <table className="w-full border-collapse">
      <thead className="text-xs text-muted">
        <tr className="border-b border-line">
          <th scope="col" className="h-8 px-4 text-left font-medium">
            Field
          </th>
          <th scope="col" className="px-4 text-left font-medium">
            Value
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map(([key, value]) => (
          <tr key={key} className="border-b border-line last:border-0">
            <th scope="row" className="px-4 py-2 text-left align-top font-normal text-muted">
              <Text>{wordsOf(key)}</Text>
            </th>
            <td className="px-4 py-2">
              <LongText
                label={wordsOf(key)}
                text={typeof value === 'string' ? value : JSON.stringify(value)}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The files of a document. Their addresses are signed and expire. */
function DocumentFiles({ urls }: { urls: readonly string[] }) {
  if (urls.length === 0) return <p className="text-muted">No file was submitted.</p>;
  return (
    <ul className="flex flex-col gap-1">
      {urls.map((url) => (
        <li key={url}>
          <a href={url} download className="text-accent underline">
            Download <Text mono>{fileIdOf(url)}</Text>
          </a>
        </li>
      ))}
    </ul>
  );
}

function fileIdOf(url: string): string {
  return URL.canParse(url) ? (new URL(url).pathname.split('/').at(-1) ?? url) : url;
}

/** Decides a verification in place of its source. Only the sandbox can. */
function DecideCard({ verificationId }: { verificationId: string }) {
  const [message, setMessage] = useState('');
  const decide = useChange((key, decision: Decision) =>
    controls.decide(key, verificationId, decision),
  );
  const run = (decision: Decision) =>
    decide.mutate(decision, { onSuccess: () => notify('The verification is decided.') });
  const reason = message.trim();
  return (
    <Card title="Decide it now">
      <p className="mb-3 text-muted">
        You decide in place of the issuing source. The event is the same. This cannot be undone.
      </p>
      <div className="flex flex-wrap items-end gap-2">
        <Button pending={decide.isPending} onClick={() => run({ outcome: 'completed' })}>
          Complete
        </Button>
        <Button pending={decide.isPending} onClick={() => run({ outcome: 'recorded' })}>
          Record
        </Button>
        <form
          className="flex min-w-0 flex-1 flex-wrap items-end gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            run({ outcome: 'failed', ...(reason === '' ? {} : { message: reason }) });
          }}
        >
          <div className="min-w-48 flex-1">
            <Input
              label="Error message of a failed one (optional)"
              value={message}
              onChange={({ target }) => setMessage(target.value)}
            />
          </div>
          <Button type="submit" look="danger" pending={decide.isPending}>
            Fail
          </Button>
        </form>
      </div>
      {decide.isError && (
        <div className="mt-3">
          <ErrorNote error={decide.error} />
        </div>
      )}
    </Card>
  );
}
