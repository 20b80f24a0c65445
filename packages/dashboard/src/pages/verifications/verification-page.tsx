import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { Answer, Item } from '../../api/operations.js';
import { useList } from '../../api/use-list.js';
import { operationQuery, useOperation } from '../../api/use-operation.js';
import { Time } from '../../clock/time.js';
import { useClock } from '../../clock/use-clock.js';
import { NextAttempt, WaitNote } from '../../clock/wait-note.js';
import { Action } from '../../resource/action.js';
import { Detail } from '../../resource/detail.js';
import { IdLink, IntegrationLink, NameLink, ObjectId, useName } from '../../resource/references.js';
import { Card, Empty, FactsCard } from '../../ui/card.js';
import { CodeBlock } from '../../ui/code-block.js';
import { CopyableId } from '../../ui/copy-button.js';
import { ErrorNote } from '../../ui/error-note.js';
import { Loading, Page } from '../../ui/page.js';
import { Status } from '../../ui/status.js';
import { LongText, Text } from '../../ui/text.js';
import { counted, wordsOf } from '../../words/words-of.js';
import { EndpointHost } from '../deliveries/endpoint-host.js';
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
    // Live updates tell of deliveries only, and an integration without an endpoint has none.
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
            path={{ verificationId }}
            on={verification}
            confirm={verificationId.slice(-6)}
          >
            Nobody can submit to it any more, and its issuing source is not asked again. No event
            tells of it.
          </Action>
        </>
      }
    >
      {waitsFor && <WaitNote {...waitsFor} />}
      {waitsFor && verification.status === 'PROCESSING' && (
        <DecideCard verificationId={verificationId} isAsked={waitsFor.kind === 'decision'} />
      )}
      <div className="grid min-w-0 items-start gap-4 lg:grid-cols-2">
        <FactsCard
          title="Verification"
          rows={{
            Status: <Status value={verification.status} />,
            Verified: verification.verified ? 'Yes' : 'No',
            'Error message': verification.errorMessage && <Text>{verification.errorMessage}</Text>,
            Attempts: verification.attemptCount,
            State: verification.state,
            'Verification ID': <ObjectId id={verificationId} />,
            'External ID': <CopyableId id={verification.externalId} />,
            Integration: <IntegrationLink id={verification.integrationId} />,
            Session: <IdLink to="/sessions/$id" id={verification.sessionId} />,
            'Session reference': <CopyableId id={verification.sessionReference} />,
            Document: <NameLink kind="document" id={documentConfigSlug} />,
            'Check type': <NameLink kind="check" id={verification.checkTypeSlug} />,
            Created: <Time value={verification.createdAt} />,
            Completed: <Time value={verification.completedAt} />,
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
            <FormDataTable formData={formData} />
          </Card>
          <Card title="Files">
            {verificationFileUploads.length === 0 ? (
              <p className="text-muted">No file was submitted.</p>
            ) : (
              <ul className="flex flex-col gap-1">
                {/* Their addresses are signed and expire. */}
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
      <VerificationEvents verificationId={verificationId} />
      <Card title="Record">
        <CodeBlock label="The record as JSON" text={JSON.stringify(record, null, 2)} />
      </Card>
    </Page>
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

function fileIdOf(url: string): string {
  return URL.canParse(url) ? (new URL(url).pathname.split('/').at(-1) ?? url) : url;
}

/** The events of a verification, and where each was delivered. */
function VerificationEvents({ verificationId }: { verificationId: string }) {
  const events = useList('listEvents', { subjectId: verificationId });
  const deliveries = useList('listWebhookDeliveries', { subjectId: verificationId });
  const error = events.error ?? deliveries.error;
  return (
    <Card title="Events and their deliveries">
      {error && <ErrorNote error={error} />}
      {events.isPending && <Loading />}
      {events.isSuccess && events.rows.length === 0 && (
        <Empty title="No event yet.">
          <p>There is one when the verification ends.</p>
        </Empty>
      )}
      <ul className="flex flex-col gap-4">
        {events.rows.map((event) => (
          <li key={event.id} className="flex min-w-0 flex-col gap-2">
            <div className="flex min-w-0 flex-col gap-1">
              <p>
                <Link
                  to="/events/$id"
                  params={{ id: event.id }}
                  className="font-medium text-accent hover:underline"
                >
                  <Text>{event.type}</Text>
                </Link>
                {event.test && ' (test)'} · <Time value={event.created} /> ·{' '}
                <Text mono>{event.id}</Text>
              </p>
              <details>
                <summary className="w-fit text-muted">Event as JSON</summary>
                <div className="mt-2">
                  <CodeBlock
                    label={`Event ${event.id} as JSON`}
                    text={JSON.stringify(event, null, 2)}
                  />
                </div>
              </details>
            </div>
            {deliveries.isSuccess && (
              <Deliveries rows={deliveries.rows.filter(({ eventId }) => eventId === event.id)} />
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Deliveries({ rows }: { rows: readonly Item<'listWebhookDeliveries'>[] }) {
  if (rows.length === 0) {
    return (
      <p className="pl-4 text-muted">
        It was not delivered: no endpoint of the integration took it.
      </p>
    );
  }
  return (
    <ul className="flex flex-col gap-1 border-l-2 border-line pl-4">
      {rows.map(({ id, endpointId, status, attemptCount, nextAttemptAt }) => (
        <li key={id} className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          <Status value={status} />
          <Link to="/deliveries/$id" params={{ id }} className="min-w-0 hover:underline">
            <EndpointHost id={endpointId} />
          </Link>
          <span className="text-muted">
            {counted(attemptCount, 'attempt')}
            {nextAttemptAt && (
              <>
                , <NextAttempt at={nextAttemptAt} />
              </>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

// A longer one has no room in the address of a request.
const LONGEST_ASKED = 1000;

/** The id of the verification that an event is about. It leads to the verification, unless there is none. */
export function VerificationOfEvent({
  id,
  externalId,
  test,
}: {
  id: string;
  externalId: string | undefined;
  /** Whether the event is a test event. */
  test: boolean;
}) {
  const isAsked = !test && externalId !== undefined && externalId.length <= LONGEST_ASKED;
  const { data } = useOperation(
    'listDocumentVerifications',
    // By its id, one that is not there would be a failed request.
    { query: { externalId: externalId ?? '', limit: 100 } },
    { enabled: isAsked },
  );
  const isListed = data?.data.some(({ verificationId }) => verificationId === id);
  // Among more of the same external id, it may be one of those that were not read.
  const mayExist = isAsked ? isListed || data?.hasMore : !test;
  if (mayExist) return <IdLink to="/verifications/$id" id={id} />;
  return (
    <>
      <Text mono>{id}</Text>
      {(test || data) && <span className="text-muted"> (a sample: it does not exist)</span>}
    </>
  );
}
