import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useList } from '../../api/list-feed.js';
import type { Answer } from '../../api/operations.js';
import { useOperation } from '../../api/use-operation.js';
import { Action } from '../../resource/action.js';
import { Detail } from '../../resource/detail.js';
import { List } from '../../resource/list-page.js';
import { Empty } from '../../ui/empty.js';
import { Page } from '../../ui/page.js';
import { Text } from '../../ui/text.js';
import { deliveryColumns } from '../deliveries/delivery-columns.js';
import { EndpointFacts } from './endpoint-facts.js';
import { EndpointHealth } from './endpoint-health.js';
import { hostOf } from './host-of.js';
import { PauseActions, useHeld } from './pause-actions.js';
import { PolicyEditor } from './policy-editor.js';
import { RecoverAction } from './recover-action.js';
import { SecretCard } from './secret-card.js';
import { testTypeOf } from './test-type-of.js';

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
  return (
    <Page
      title={url}
      lead={
        <>
          <Text mono>{id}</Text>
          {paused && ` · Paused${held === undefined ? '' : `, holds ${counted(held)}`}`}
        </>
      }
      actions={<Actions endpoint={endpoint} onDeleted={onDeleted} />}
    >
      <div className="grid min-w-0 grid-cols-1 items-start gap-4 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-4">
          <EndpointHealth endpoint={endpoint} />
          <EndpointFacts endpoint={endpoint} />
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <SecretCard endpoint={endpoint} />
          <PolicyEditor endpoint={endpoint} />
        </div>
      </div>
      <h2 className="mt-2 text-base font-semibold">Deliveries</h2>
      <List
        list="listWebhookDeliveriesOfEndpoint"
        label="Deliveries to this endpoint"
        path={{ id }}
        columns={deliveryColumns}
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
        label="Delete"
        look="danger"
        path={{ id: endpoint.id }}
        confirm={hostOf(endpoint.url)}
        done="The endpoint is deleted."
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
      label="Send a test event"
      path={{ id: endpoint.id }}
      initial={{ eventType: testTypeOf(endpoint, rows) }}
      done="The test event is on its way."
      onDone={({ id }) => void navigate({ to: '/deliveries/$id', params: { id } })}
    >
      A sample of the event is sent once, also while the endpoint is paused.
    </Action>
  );
}

function counted(held: number): string {
  return held === 1 ? '1 delivery' : `${held} deliveries`;
}
