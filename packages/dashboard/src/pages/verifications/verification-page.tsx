import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { Answer } from '../../api/operations.js';
import { operationQuery, useOperation } from '../../api/use-operation.js';
import { useClock } from '../../clock/use-clock.js';
import { WaitNote } from '../../clock/wait-note.js';
import { Action } from '../../resource/action.js';
import { Detail } from '../../resource/detail.js';
import { ListCard } from '../../resource/list-page.js';
import { ObjectFacts } from '../../resource/object-facts.js';
import { factsOf } from '../../resource/property.js';
import { IdLink, useName } from '../../resource/references.js';
import { Card, Empty } from '../../ui/card.js';
import { JsonCard } from '../../ui/code-block.js';
import { CopyableId } from '../../ui/copy-button.js';
import { Page } from '../../ui/page.js';
import { PlainTable } from '../../ui/plain-table.js';
import { LongText, Text } from '../../ui/text.js';
import { wordsOf } from '../../words/words-of.js';
import { deliveryColumns } from '../deliveries/delivery-columns.js';
import { eventCells, eventTime } from '../events/event-columns.js';
import { DecideCard } from './decide-card.js';
import { SubmitDocument } from './submit-document.js';
import { verificationSentence } from './verification.js';

const REREAD_MS = 3000;

export function VerificationPage() {
  const { id } = useParams({ from: '/verifications/$id' });
  const runs = useClock()?.mode === 'real';
  const query = useQuery({
    ...operationQuery('getDocumentVerification', {
      path: { verificationId: id },
      query: { include: 'waitsFor' },
    }),
    // Live updates report only deliveries, and an integration without an endpoint has none.
    refetchInterval: ({ state }) =>
      runs && state.data?.status === 'PROCESSING' ? REREAD_MS : false,
  });
  return <Detail query={query}>{(verification) => <Shown verification={verification} />}</Detail>;
}

function Shown({ verification }: { verification: Answer<'getDocumentVerification'> }) {
  const { verificationId, documentConfigSlug, formData, verificationFileUploads } = verification;
  const name = useName('document', documentConfigSlug);
  const metadata = Object.entries(verification.metadata);
  const { waitsFor, ...record } = verification;
  return (
    <Page
      title={name}
      tab={`${verification.externalId} · ${name}`}
      lead={verificationSentence(verification)}
      actions={
        <>
          <SubmitDocument verification={verification} />
          <Action
            operation="cancelDocumentVerification"
            look="danger"
            on={verification}
            confirm={verificationId.slice(-6)}
          >
            No one can submit to it anymore, and its issuing source is not asked again. No event is
            sent.
          </Action>
        </>
      }
    >
      {waitsFor && <WaitNote {...waitsFor} />}
      {waitsFor && verification.status === 'PROCESSING' && (
        <DecideCard verificationId={verificationId} isAsked={waitsFor.kind === 'decision'} />
      )}
      <div className="grid min-w-0 items-start gap-4 lg:grid-cols-2">
        <ObjectFacts
          of={verification}
          rows={{
            ...factsOf(verification, 'status', 'verified', 'errorMessage', 'attemptCount', 'state'),
            'External ID': <CopyableId id={verification.externalId} />,
            ...factsOf(verification, 'integrationId', 'sessionId'),
            'Session reference': <CopyableId id={verification.sessionReference} />,
            ...factsOf(verification, 'documentConfigSlug', 'checkTypeSlug', 'completedAt'),
            Metadata:
              metadata.length === 0 ? null : (
                <ul>
                  {metadata.map(([key, value]) => (
                    <li key={key}>
                      <Text>{key}</Text>: <Text>{String(value)}</Text>
                    </li>
                  ))}
                </ul>
              ),
          }}
        />
        <div className="flex min-w-0 flex-col gap-4">
          <Card title="Form data" flush>
            <FormData entries={Object.entries(formData)} />
          </Card>
          <Card title="Files">
            {verificationFileUploads.length === 0 ? (
              <p className="text-muted">No file was submitted.</p>
            ) : (
              <ul className="flex flex-col gap-1">
                {/* The URLs are signed and expire. */}
                {verificationFileUploads.map((url) => (
                  <li key={url}>
                    <a href={url} download className="text-accent underline">
                      Download <Text mono>{fileIdOf(url)}</Text>
                    </a>
                  </li>
                ))}
              </ul>
            )}
          </Card>
        </div>
      </div>
      <ListCard
        title="Events"
        list="listEvents"
        query={{ subjectId: verificationId }}
        columns={[...eventCells, eventTime]}
        empty="No events yet."
        hint="An event is sent when the verification ends."
      />
      <ListCard
        title="Deliveries"
        list="listWebhookDeliveries"
        query={{ subjectId: verificationId }}
        columns={deliveryColumns}
        empty="No deliveries yet."
        hint="An event is delivered to the endpoints of the integration that subscribe to its type."
      />
      <JsonCard title="Record" value={record} />
    </Page>
  );
}

function FormData({ entries }: { entries: readonly (readonly [string, unknown])[] }) {
  if (entries.length === 0) return <Empty title="No fields submitted yet." />;
  return (
    <PlainTable
      label="Form data, table"
      rows={entries}
      rowId={([key]) => key}
      columns={[
        { title: 'Field', cell: ([key]) => <Text>{wordsOf(key)}</Text> },
        {
          title: 'Value',
          cell: ([key, value]) => (
            <LongText
              label={wordsOf(key)}
              text={typeof value === 'string' ? value : JSON.stringify(value)}
            />
          ),
        },
      ]}
    />
  );
}

function fileIdOf(url: string): string {
  return URL.canParse(url) ? (new URL(url).pathname.split('/').at(-1) ?? url) : url;
}

// A longer external id does not fit in the URL of a request.
const LONGEST_ASKED = 1000;

/** The id of the verification that an event is about, as a link if the verification may exist. */
export function VerificationOfEvent({
  id,
  externalId,
  test,
}: {
  id: string;
  externalId: string | undefined;
  test: boolean;
}) {
  const isAsked = !test && externalId !== undefined && externalId.length <= LONGEST_ASKED;
  const { data } = useOperation(
    'listDocumentVerifications',
    // Asking by id would log a failed request if it does not exist.
    { query: { externalId: externalId ?? '', limit: 100 } },
    { enabled: isAsked },
  );
  const isListed = data?.data.some(({ verificationId }) => verificationId === id);
  // It may be on a later page of the verifications with this external id.
  const mayExist = isAsked ? isListed || data?.hasMore : !test;
  if (mayExist) return <IdLink to="/verifications/$id" id={id} />;
  return (
    <>
      <Text mono>{id}</Text>
      {(test || data) && <span className="text-muted"> (a sample that does not exist)</span>}
    </>
  );
}
