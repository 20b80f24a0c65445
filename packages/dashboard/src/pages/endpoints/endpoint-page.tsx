import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Answer } from '../../api/operations.js';
import { useList } from '../../api/use-list.js';
import { useOperation } from '../../api/use-operation.js';
import { Time } from '../../clock/time.js';
import { useNow } from '../../clock/use-clock.js';
import { Action } from '../../resource/action.js';
import { byId, detailOf } from '../../resource/detail.js';
import { DirectAction } from '../../resource/direct-action.js';
import { List } from '../../resource/list-page.js';
import { ObjectFacts } from '../../resource/object-facts.js';
import { refusalFor } from '../../resource/refusal.js';
import { Card, Facts } from '../../ui/card.js';
import { CodeBlock } from '../../ui/code-block.js';
import { CopyButton } from '../../ui/copy-button.js';
import { ErrorNote } from '../../ui/error-note.js';
import { Page } from '../../ui/page.js';
import { Text } from '../../ui/text.js';
import { notify } from '../../ui/toast.js';
import { counted } from '../../words/words-of.js';
import { replaySelection } from '../deliveries/deliveries-page.js';
import { deliveryColumns } from '../deliveries/delivery-columns.js';
import { hostAndPath } from '../deliveries/endpoint-host.js';
import { Failures } from '../deliveries/failures.js';
import { recoverySentence, sinkNameOf, testTypeOf } from './endpoint.js';
import { EndpointAnswers, EndpointHealth } from './endpoint-answers.js';
import { EndpointFields } from './endpoint-fields.js';
import { OwnerName } from './endpoint-status.js';
import { PolicyEditor } from './policy-editor.js';
import { SinkRequests } from './sink-requests.js';
import { NewSecret, useReveal } from './use-reveal.js';

type Endpoint = Answer<'getWebhookEndpoint'>;

const DAY_MS = 86_400_000;

export const EndpointPage = detailOf(
  'getWebhookEndpoint',
  byId,
  function Shown({ found: endpoint }) {
    const navigate = useNavigate();
    const { id, url, paused } = endpoint;
    const held = useHeld(endpoint);
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
              on={endpoint}
              confirm={hostAndPath(url)}
              onDone={() => void navigate({ to: '/endpoints' })}
            >
              Pending deliveries are canceled. The history stays readable.
            </Action>
          </>
        }
      >
        <Failures endpointId={id} />
        <div className="grid min-w-0 grid-cols-1 items-start gap-4 lg:grid-cols-2">
          <div className="flex min-w-0 flex-col gap-4">
            <EndpointHealth endpoint={endpoint} />
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
          empty="Nothing was delivered to this endpoint yet."
          hint={<TestAction endpoint={endpoint} />}
        />
      </Page>
    );
  },
);

function TestAction({ endpoint }: { endpoint: Endpoint }) {
  const { rows } = useList('listEventTypes');
  return (
    <Action
      operation="testWebhookEndpoint"
      on={endpoint}
      initial={{ eventType: testTypeOf(endpoint, rows) }}
      opens="/deliveries/$id"
    >
      Sends a sample of the event once, even while the endpoint is paused.
    </Action>
  );
}

/** Recovers deliveries since a time that advances while the page is open. */
function RecoverAction({ endpoint }: { endpoint: Endpoint }) {
  return (
    <Action
      operation="recoverWebhookDeliveries"
      on={endpoint}
      initial={{ since: new Date(useNow() - DAY_MS).toISOString() }}
      onDone={(recovery) => notify(recoverySentence(recovery))}
    >
      Replays failed deliveries, sends the events that this endpoint has missed, or both.
    </Action>
  );
}

function PauseActions({ endpoint, held }: { endpoint: Endpoint; held: number | undefined }) {
  if (refusalFor('pauseWebhookEndpoint', endpoint) === undefined) {
    return <DirectAction operation="pauseWebhookEndpoint" on={endpoint} />;
  }
  return (
    <>
      <DirectAction operation="resumeWebhookEndpoint" look="primary" on={endpoint} body={{}} />
      <Action
        operation="resumeWebhookEndpoint"
        label="Resume and discard"
        look="danger"
        on={endpoint}
        initial={{ discard: true }}
        hidden={['discard']}
        confirm={hostAndPath(endpoint.url)}
        done="Endpoint resumed. Its held deliveries were canceled."
      >
        Held deliveries are canceled and never sent{held === undefined ? '' : `: ${held} now`}.
      </Action>
    </>
  );
}

/** The number of held deliveries of an endpoint, at most 1,000. `undefined` if it is not paused, or until loaded. */
function useHeld({ id, paused }: Endpoint): number | undefined {
  const query = { endpointId: id };
  return useOperation('countWebhookDeliveries', { query }, { enabled: paused }).data?.byStatus.held;
}

function EndpointFacts({ endpoint }: { endpoint: Endpoint }) {
  const { url, urlHistory, owner, eventTypes, description, includeRelated } = endpoint;
  return (
    <ObjectFacts
      of={endpoint}
      actions={
        <Action
          operation="changeWebhookEndpoint"
          on={endpoint}
          initial={{ url, description, includeRelated }}
          fields={<EndpointFields scope={owner.type} present={eventTypes} />}
        />
      }
      rows={{
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
                  Also signs until <Time value={end} />
                </>
              ) : (
                'None'
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
          The previous secret stops signing now. An app that knows no other secret will refuse
          deliveries.
        </Action>
      ) : (
        <Action {...shared} key="roll">
          During the overlap, each delivery is signed with both secrets, so your app can switch
          without refusing a delivery.
        </Action>
      )}
      <NewSecret title="New signing secret" secret={secret} onClose={() => setSecret(undefined)} />
    </>
  );
}
