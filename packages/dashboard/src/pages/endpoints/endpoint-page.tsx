import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { Answer } from '../../api/operations.js';
import { useList } from '../../api/use-list.js';
import { useOperation } from '../../api/use-operation.js';
import { useNow } from '../../clock/use-clock.js';
import { Action } from '../../resource/action.js';
import { DeliveryChart } from '../../resource/delivery-chart.js';
import { Detail } from '../../resource/detail.js';
import { DirectAction } from '../../resource/direct-action.js';
import { List } from '../../resource/list-page.js';
import { whyNot } from '../../resource/why-not.js';
import { Card } from '../../ui/card.js';
import { Empty } from '../../ui/empty.js';
import { ErrorNote } from '../../ui/error-note.js';
import { Loading } from '../../ui/loading.js';
import { Page } from '../../ui/page.js';
import { Text } from '../../ui/text.js';
import { notify } from '../../ui/toast.js';
import { counted } from '../../words/words-of.js';
import { deliveryColumns } from '../deliveries/delivery-columns.js';
import { replaySelection } from '../deliveries/replay-selected.js';
import { EndpointAnswers } from './endpoint-answers.js';
import { EndpointFacts } from './endpoint-facts.js';
import { EndpointStatus } from './endpoint-status.js';
import { HealthSentence } from './health-sentence.js';
import { hostOf } from './host-of.js';
import { PolicyEditor } from './policy-editor.js';
import { SecretCard } from './secret-card.js';
import { sinkNameOf } from './sink-name-of.js';
import { SinkRequests } from './sink-requests.js';
import { testTypeOf } from './test-type-of.js';

const DAY_MS = 86_400_000;

/** Replays what has failed since a time. */
function RecoverAction({ endpoint }: { endpoint: Answer<'getWebhookEndpoint'> }) {
  const since = new Date(useNow() - DAY_MS).toISOString();
  return (
    <Action
      operation="recoverWebhookDeliveries"
      on={endpoint}
      path={{ id: endpoint.id }}
      initial={{ since }}
      onDone={({ found }) => notify(`Failed deliveries that are replayed: ${found}.`)}
    >
      Each failed delivery of the time is attempted once more.
    </Action>
  );
}

export function EndpointPage() {
  const { id } = useParams({ from: '/endpoints/$id' });
  const navigate = useNavigate();
  // The API no longer has it then, so it is not asked again.
  const [isDeleted, setDeleted] = useState(false);
  const endpoint = useOperation('getWebhookEndpoint', { path: { id } }, { enabled: !isDeleted });
  const onDeleted = () => {
    setDeleted(true);
    void navigate({ to: '/endpoints' });
  };
  return (
    <Detail query={endpoint}>
      {(data) => <Shown key={id} endpoint={data} onDeleted={onDeleted} />}
    </Detail>
  );
}

interface ShownProps {
  readonly endpoint: Answer<'getWebhookEndpoint'>;
  readonly onDeleted: () => void;
}

function Shown({ endpoint, onDeleted }: ShownProps) {
  const { id, url, paused } = endpoint;
  const held = useHeld(endpoint);
  const sink = sinkNameOf(url, location.origin);
  return (
    <Page
      title={url}
      lead={
        <>
          <Text mono>{id}</Text>
          {paused &&
            ` · Paused${held === undefined ? '' : `, holds ${counted(held, 'delivery', 'deliveries')}`}`}
        </>
      }
      actions={<Actions endpoint={endpoint} onDeleted={onDeleted} />}
    >
      <div className="grid min-w-0 grid-cols-1 items-start gap-4 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-4">
          <EndpointHealth endpoint={endpoint} />
          <EndpointAnswers id={id} />
          <EndpointFacts endpoint={endpoint} />
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <SecretCard endpoint={endpoint} />
          <PolicyEditor endpoint={endpoint} />
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

function Actions({ endpoint, onDeleted }: ShownProps) {
  return (
    <>
      <TestAction endpoint={endpoint} />
      <PauseActions endpoint={endpoint} />
      <RecoverAction endpoint={endpoint} />
      <Action
        operation="deleteWebhookEndpoint"
        look="danger"
        path={{ id: endpoint.id }}
        confirm={hostOf(endpoint.url)}
        onDone={onDeleted}
      >
        Pending deliveries to it are canceled. Its history can still be read.
      </Action>
    </>
  );
}

function TestAction({ endpoint }: { endpoint: Answer<'getWebhookEndpoint'> }) {
  const { rows } = useList('listEventTypes');
  const navigate = useNavigate();
  return (
    <Action
      operation="testWebhookEndpoint"
      path={{ id: endpoint.id }}
      initial={{ eventType: testTypeOf(endpoint, rows) }}
      onDone={({ id }) => void navigate({ to: '/deliveries/$id', params: { id } })}
    >
      A sample of the event is sent once, also while the endpoint is paused.
    </Action>
  );
}

/** How deliveries to an endpoint went in the last 24 hours, and its last attempts. */
function EndpointHealth({ endpoint }: { endpoint: Answer<'getWebhookEndpoint'> }) {
  const query = { endpointId: endpoint.id };
  const statistics = useOperation('getWebhookDeliveryStatistics', { query });
  return (
    <Card title="Health in the last 24 hours" actions={<EndpointStatus endpoint={endpoint} />}>
      {statistics.isPending && <Loading />}
      {statistics.isError && <ErrorNote error={statistics.error} />}
      {statistics.data && <DeliveryChart statistics={statistics.data} />}
      <p className="mt-1 text-muted">
        <HealthSentence health={endpoint.health} />
      </p>
    </Card>
  );
}

type Endpoint = Answer<'getWebhookEndpoint'>;

/** Pauses an endpoint, or releases or discards what it holds. */
function PauseActions({ endpoint }: { endpoint: Endpoint }) {
  const path = { id: endpoint.id };
  const held = useHeld(endpoint);
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
        confirm={hostOf(endpoint.url)}
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
