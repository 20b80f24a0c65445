import { useNavigate, useParams } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { Answer } from '../../api/operations.js';
import { queryClient } from '../../api/query-client.js';
import { useList } from '../../api/use-list.js';
import { operationQuery, useOperation } from '../../api/use-operation.js';
import { Countdown, Time } from '../../clock/time.js';
import { useNow } from '../../clock/use-clock.js';
import { Action } from '../../resource/action.js';
import { DeliveryChart } from '../../resource/delivery-chart.js';
import { Detail, Unread } from '../../resource/detail.js';
import { DirectAction } from '../../resource/direct-action.js';
import { List } from '../../resource/list-page.js';
import { ObjectId, useOpen } from '../../resource/references.js';
import { whyNot } from '../../resource/why-not.js';
import { Card, Empty, Facts, FactsCard } from '../../ui/card.js';
import { CodeBlock } from '../../ui/code-block.js';
import { CopyButton } from '../../ui/copy-button.js';
import { Dialog } from '../../ui/dialog.js';
import { ErrorNote } from '../../ui/error-note.js';
import { Page } from '../../ui/page.js';
import { PlainTable } from '../../ui/plain-table.js';
import { Text } from '../../ui/text.js';
import { notify } from '../../ui/toast.js';
import { counted } from '../../words/words-of.js';
import { replaySelection } from '../deliveries/deliveries-page.js';
import { deliveryColumns } from '../deliveries/delivery-columns.js';
import { hostAndPath } from '../deliveries/endpoint-host.js';
import { Failures } from '../deliveries/failures.js';
import { answerCells, recoverySentence, sinkNameOf, testTypeOf } from './endpoint.js';
import { EndpointFields } from './endpoint-fields.js';
import { EndpointStatus, HealthSentence, OwnerName } from './endpoint-status.js';
import { PolicyEditor } from './policy-editor.js';
import { SinkRequests } from './sink-requests.js';
import { NewSecret, useReveal } from './use-reveal.js';

type Endpoint = Answer<'getWebhookEndpoint'>;

const DAY_MS = 86_400_000;

export function EndpointPage() {
  const { id } = useParams({ from: '/endpoints/$id' });
  const { query, deleting } = useEndpoint(id);
  return (
    <Detail query={query}>
      {(data) => <Shown key={id} endpoint={data} deleting={deleting} />}
    </Detail>
  );
}

/**
 * The endpoint of a page. Once its deletion is sent it is not read any more, whatever else changes: the API would answer that
 * there is none. If the deletion is refused, it is read again.
 */
function useEndpoint(id: string) {
  const deleted = useRef<string>(undefined);
  const input = { path: { id } };
  return {
    query: useOperation('getWebhookEndpoint', input, { enabled: () => deleted.current !== id }),
    async deleting<Result>(send: () => Promise<Result>) {
      deleted.current = id;
      const { queryKey } = operationQuery('getWebhookEndpoint', input);
      await queryClient.cancelQueries({ queryKey, exact: true });
      try {
        return await send();
      } catch (error) {
        deleted.current = undefined;
        throw error;
      }
    },
  };
}

function Shown({
  endpoint,
  deleting,
}: {
  endpoint: Endpoint;
  deleting: ReturnType<typeof useEndpoint>['deleting'];
}) {
  const navigate = useNavigate();
  const { id, url, paused, health } = endpoint;
  const held = useHeld(endpoint);
  const statistics = useOperation('getWebhookDeliveryStatistics', { query: { endpointId: id } });
  const sink = sinkNameOf(url, location.origin);
  return (
    <Page
      title={url}
      lead={
        paused &&
        `Paused${held === undefined ? '' : `, holds ${counted(held, 'delivery', 'deliveries')}`}`
      }
      actions={
        <>
          <TestAction endpoint={endpoint} />
          <PauseActions endpoint={endpoint} held={held} />
          <RecoverAction endpoint={endpoint} />
          <Action
            operation="deleteWebhookEndpoint"
            look="danger"
            path={{ id }}
            confirm={hostAndPath(url)}
            sending={deleting}
            onDone={() => void navigate({ to: '/endpoints' })}
          >
            Pending deliveries to it are canceled. Its history can still be read.
          </Action>
        </>
      }
    >
      <Failures endpointId={id} />
      <div className="grid min-w-0 grid-cols-1 items-start gap-4 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-4">
          <Card title="Health in the last 24 hours" actions={<EndpointStatus {...endpoint} />}>
            <Unread query={statistics} />
            {statistics.data && <DeliveryChart statistics={statistics.data} />}
            <p className="mt-1 text-muted">
              <HealthSentence health={health} />
            </p>
          </Card>
          <EndpointAnswers id={id} />
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <SecretCard endpoint={endpoint} />
          <PolicyEditor {...endpoint} />
          <EndpointFacts endpoint={endpoint} />
        </div>
      </div>
      {sink !== undefined && <SinkRequests sink={sink} endpointId={id} />}
      <h2 className="mt-2 text-base font-semibold">Deliveries</h2>
      <List
        list="listWebhookDeliveriesOfEndpoint"
        label="Deliveries to this endpoint"
        path={{ id }}
        columns={deliveryColumns}
        selection={replaySelection}
        empty={
          <Empty title="Nothing was delivered to this endpoint yet.">
            <TestAction endpoint={endpoint} />
          </Empty>
        }
      />
    </Page>
  );
}

function TestAction({ endpoint }: { endpoint: Endpoint }) {
  const { rows } = useList('listEventTypes');
  return (
    <Action
      operation="testWebhookEndpoint"
      path={{ id: endpoint.id }}
      initial={{ eventType: testTypeOf(endpoint, rows) }}
      onDone={useOpen('/deliveries/$id')}
    >
      A sample of the event is sent once, also while the endpoint is paused.
    </Action>
  );
}

/** Replays what has failed since a time, which moves on while the page is open. */
function RecoverAction({ endpoint }: { endpoint: Endpoint }) {
  return (
    <Action
      operation="recoverWebhookDeliveries"
      on={endpoint}
      path={{ id: endpoint.id }}
      initial={{ since: new Date(useNow() - DAY_MS).toISOString() }}
      onDone={(recovery) => notify(recoverySentence(recovery))}
    >
      Each failed delivery of the time is attempted once more.
    </Action>
  );
}

/** Pauses an endpoint, or releases or discards what it holds. */
function PauseActions({ endpoint, held }: { endpoint: Endpoint; held: number | undefined }) {
  const path = { id: endpoint.id };
  if (whyNot('pauseWebhookEndpoint', endpoint) === undefined) {
    return <DirectAction operation="pauseWebhookEndpoint" input={{ path }} />;
  }
  return (
    <>
      <DirectAction operation="resumeWebhookEndpoint" look="primary" input={{ path, body: {} }} />
      <Action
        operation="resumeWebhookEndpoint"
        label="Resume and discard"
        look="danger"
        path={path}
        initial={{ discard: true }}
        hidden={['discard']}
        confirm={hostAndPath(endpoint.url)}
        done="The endpoint is resumed. What it held is canceled."
      >
        Held deliveries are canceled and never sent{held === undefined ? '' : `: ${held} now`}.
      </Action>
    </>
  );
}

/** How many deliveries an endpoint holds. Undefined: it is not paused, or they are not counted yet. */
function useHeld({ id, paused, createdAt }: Endpoint): number | undefined {
  // The end of the range is not part of it, and a delivery may be created in the same millisecond.
  const createdAfter = new Date(Date.parse(createdAt) - 1).toISOString();
  const { data } = useOperation(
    'getWebhookDeliveryStatistics',
    { query: { endpointId: id, createdAfter } },
    { enabled: paused },
  );
  return data?.byStatus.held;
}

function EndpointFacts({ endpoint }: { endpoint: Endpoint }) {
  const { id, url, urlHistory, owner, eventTypes, description, includeRelated } = endpoint;
  return (
    <FactsCard
      title="Details"
      actions={
        <Action
          operation="changeWebhookEndpoint"
          submit="Save"
          path={{ id }}
          initial={{ url, description, includeRelated }}
          fields={<EndpointFields scope={owner.type} present={eventTypes} />}
        />
      }
      rows={{
        ID: <ObjectId id={id} />,
        URL: (
          <>
            <Text mono>{url}</Text> <CopyButton text={url} label="Copy URL" />
          </>
        ),
        Owner: <OwnerName owner={owner} />,
        'Event types':
          eventTypes.length === 0 ? (
            'None'
          ) : (
            <ul>
              {eventTypes.map((type) => (
                <li key={type}>{type}</li>
              ))}
            </ul>
          ),
        ...(description && { Description: <Text>{description}</Text> }),
        'Related objects': includeRelated ? 'Sent with each event' : 'Not sent',
        Created: <Time value={endpoint.createdAt} />,
        Changed: <Time value={endpoint.updatedAt} />,
        ...(urlHistory.length > 0 && {
          'Former URLs': (
            <ul className="flex flex-col gap-1">
              {urlHistory.toReversed().map((former) => (
                <li key={former.until}>
                  <Text mono>{former.url}</Text>{' '}
                  <span className="text-muted">
                    until <Time value={former.until} />
                  </span>
                </li>
              ))}
            </ul>
          ),
        }),
      }}
    />
  );
}

const columns = [
  { title: 'Deliveries of the' },
  { title: 'Last 24 hours', right: true },
  { title: 'Last 7 days', right: true },
] as const;

/** How an endpoint has answered: how often with success, and how fast. */
function EndpointAnswers({ id }: { id: string }) {
  const query = useOperation('getWebhookEndpointStatistics', { path: { id } });
  const { data } = query;
  const week = data && answerCells(data.last7Days);
  return (
    <Card title="Answers" flush>
      <Unread query={query} />
      {data && (
        <>
          <PlainTable
            label="Answers, table"
            columns={columns}
            rows={Object.entries(answerCells(data.last24Hours)).map(([name, day]) => ({
              key: name,
              cells: [
                name,
                <Figure key="day" text={day} />,
                <Figure key="week" text={week?.[name]} />,
              ],
            }))}
          />
          <p className="px-4 pt-2 pb-4 text-xs text-muted">
            An attempt is acknowledged by an answer of 200 to 299. Response times are those of a
            real clock, also while the service’s clock stands still.
            {!data.last7Days.complete &&
              ' There were more: only the newest deliveries are counted.'}
          </p>
        </>
      )}
    </Card>
  );
}

function Figure({ text }: { text: string | undefined }) {
  // Breaks before a share only.
  return <span className="tabular-nums">{text?.replaceAll(' %', '\u00a0%')}</span>;
}

/** The signing secret of an endpoint. It stays hidden until it is asked for. */
function SecretCard({ endpoint }: { endpoint: Endpoint }) {
  const { id, url, secretHint, previousSecretExpiresAt: end } = endpoint;
  const overlaps = useNow() < Date.parse(end ?? '');
  const { button, secrets, error } = useReveal(id);
  return (
    <Card
      title="Signing secret"
      actions={
        <>
          {button}
          <RollSecret id={id} url={url} overlaps={overlaps} />
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <Facts
          rows={{
            'Ends with': <Text mono>…{secretHint}</Text>,
            'Previous secret':
              overlaps && end !== null ? (
                <>
                  Signs as well, and ends <Countdown to={end} />
                </>
              ) : (
                'None signs'
              ),
          }}
        />
        {error && <ErrorNote error={error} />}
        {secrets && <CodeBlock label="Current signing secret" text={secrets.secret} />}
        {secrets && secrets.previousSecret !== null && overlaps && (
          <>
            <p className="text-muted">The previous secret:</p>
            <CodeBlock label="Previous signing secret" text={secrets.previousSecret} />
          </>
        )}
      </div>
    </Card>
  );
}

/** Gives an endpoint a new secret, and shows it. During an overlap, a further roll ends the oldest secret at once. */
function RollSecret({ id, url, overlaps }: Pick<Endpoint, 'id' | 'url'> & { overlaps: boolean }) {
  const [secret, setSecret] = useState<string>();
  const shared = {
    operation: 'rollWebhookEndpointSecret',
    path: { id },
    hidden: ['force'],
    onDone: (answer: Answer<'rollWebhookEndpointSecret'>) => setSecret(answer.secret),
  } as const;
  return (
    <>
      {overlaps ? (
        <Action
          {...shared}
          key="force"
          label="Force another roll"
          look="danger"
          initial={{ force: true }}
          confirm={hostAndPath(url)}
        >
          The previous secret ends at once, before its time. An app that verifies with nothing else
          refuses deliveries from then on.
        </Action>
      ) : (
        <Action {...shared} key="roll">
          During the overlap, each delivery is signed with both secrets, so that your app can change
          from one to the other without a refused delivery.
        </Action>
      )}
      {secret !== undefined && (
        <Dialog title="The new signing secret" onClose={() => setSecret(undefined)}>
          <NewSecret secret={secret} onClose={() => setSecret(undefined)} />
        </Dialog>
      )}
    </>
  );
}
