import { Link, useNavigate } from '@tanstack/react-router';
import { change } from '../../api/call.js';
import type { Item } from '../../api/operations.js';
import { useChange } from '../../api/use-change.js';
import { useOperation } from '../../api/use-operation.js';
import { Time } from '../../clock/time.js';
import { useDefaultIntegration } from '../../resource/default-integration.js';
import { DeliveryChart } from '../../resource/delivery-chart.js';
import { Detail } from '../../resource/detail.js';
import { Button } from '../../ui/button.js';
import { Card } from '../../ui/card.js';
import { CodeBlock } from '../../ui/code-block.js';
import { ErrorNote } from '../../ui/error-note.js';
import { LinkButton } from '../../ui/link-button.js';
import { Page } from '../../ui/page.js';
import { PlainTable } from '../../ui/plain-table.js';
import { Status } from '../../ui/status.js';
import { Text } from '../../ui/text.js';
import { wordsOf } from '../../words/words-of.js';
import { EndpointHost } from '../deliveries/endpoint-host.js';
import { EventTypeName } from '../deliveries/event-type-name.js';
import { FirstEndpoint } from '../endpoints/first-endpoint.js';
import { HealthSentence } from '../endpoints/health-sentence.js';
import { testTypeOf } from '../endpoints/test-type-of.js';
import { sinkUrl } from '../endpoints/use-sink-endpoint.js';
import { endpointToTry } from './endpoint-to-try.js';

const express = `import { webhook } from '@screening-webhooks/express';
import express from 'express';

const app = express();
app.post(
  '/webhooks/screening',
  webhook({
    secret: process.env.SCREENING_WEBHOOK_SECRET,
    handlers: {
      'document_verification.completed': (event) => console.log(event.data.verificationId),
    },
  }),
);
app.listen(3000);`;

const listen =
  'npx @screening-webhooks/sandbox listen --forward-to http://localhost:3000/webhooks/screening';

function orderFor(integrationId: string): string {
  const body = {
    integrationId,
    documentConfigSlug: 'rn-license',
    state: 'CA',
    formData: { licenseNumber: 'RN954321' },
  };
  return `curl ${location.origin}/v1/document-verifications \\
  -H "Authorization: Bearer $SCREENING_API_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '${JSON.stringify(body)}'`;
}

/** What to paste: a receiver, the command that forwards to it, and a call that orders a verification. */
function Snippets() {
  const { id } = useDefaultIntegration();
  return (
    <Card title="Quick start">
      <div className="flex flex-col gap-2">
        <Snippet title="A receiver in Express" code={express} />
        <Snippet title="Forward deliveries to it" code={listen} />
        <Snippet title="Verify a document over the API" code={orderFor(id ?? 'int_…')} />
      </div>
    </Card>
  );
}

function Snippet({ title, code }: { title: string; code: string }) {
  return (
    <details>
      <summary className="w-fit py-1">{title}</summary>
      <CodeBlock label={title} text={code} />
    </details>
  );
}

const columns = [
  { title: 'Event' },
  { title: 'Status' },
  { title: 'Endpoint', from: 'sm' },
  { title: 'Created', from: 'md' },
] as const;

/** The newest deliveries. */
function RecentDeliveries({
  deliveries,
}: {
  deliveries: readonly Item<'listWebhookDeliveries'>[];
}) {
  return (
    <Card
      title="Recent deliveries"
      actions={<LinkButton to="/deliveries" look="quiet" label="All deliveries" />}
      flush
    >
      <PlainTable
        label="Recent deliveries, table"
        columns={columns}
        rows={deliveries.map(({ id, eventType, status, endpointId, createdAt }) => ({
          key: id,
          cells: [
            <Link
              key="event"
              to="/deliveries/$id"
              params={{ id }}
              className="font-medium hover:underline sm:whitespace-nowrap"
            >
              <EventTypeName type={eventType} />
            </Link>,
            <Status key="status" value={status} />,
            <span key="endpoint" className="block max-w-28 truncate text-xs">
              <EndpointHost id={endpointId} />
            </span>,
            <Time key="created" value={createdAt} />,
          ],
        }))}
      />
    </Card>
  );
}

const RECENT = 8;

/** What has happened, what needs attention, and how a new user gets the first delivery. */
export function HomePage() {
  const recent = useOperation('listWebhookDeliveries', { query: { limit: RECENT } });
  // All of them: an endpoint is looked up by its owner, and an account has few.
  const endpoints = useOperation('listWebhookEndpoints', { query: { limit: 100 } });
  return (
    <Page title="Home">
      <Detail query={endpoints}>
        {({ data }) => (
          <>
            <FailingEndpoints endpoints={data} />
            {recent.data?.data.length === 0 && <FirstDelivery endpoints={data} />}
          </>
        )}
      </Detail>
      {recent.data !== undefined && recent.data.data.length > 0 && (
        <div className="grid min-w-0 items-start gap-4 lg:grid-cols-[1fr_2fr]">
          <Today />
          <RecentDeliveries deliveries={recent.data.data} />
        </div>
      )}
      <Snippets />
    </Page>
  );
}

/** The endpoints that the service says are failing. */
function FailingEndpoints({ endpoints }: { endpoints: readonly Item<'listWebhookEndpoints'>[] }) {
  const failing = endpoints.filter(({ health }) => health.status === 'failing');
  if (failing.length === 0) return null;
  return (
    <section
      aria-label="Failing endpoints"
      className="flex flex-col gap-2 rounded-lg border-l-4 border-bad bg-bad-soft px-4 py-3 text-bad"
    >
      {failing.map((endpoint) => (
        <p key={endpoint.id}>
          <Link
            to="/endpoints/$id"
            params={{ id: endpoint.id }}
            className="font-medium underline underline-offset-2"
          >
            <Text>{endpoint.url}</Text>
          </Link>{' '}
          is failing. <HealthSentence health={endpoint.health} />
        </p>
      ))}
    </section>
  );
}

/** The deliveries of the last 24 hours: how many have which status, and when they were. */
function Today() {
  const query = useOperation('getWebhookDeliveryStatistics');
  return (
    <Card title="Deliveries in the last 24 hours">
      <Detail query={query}>
        {(statistics) => (
          <div className="flex flex-col gap-4">
            <ul className="grid grid-cols-2 gap-x-4 gap-y-1">
              {Object.entries(statistics.byStatus).map(([status, count]) => (
                <li key={status}>
                  <Link
                    to="/deliveries"
                    search={{ status }}
                    className="flex justify-between gap-2 rounded px-1 hover:bg-raised"
                  >
                    <span className="text-muted">{wordsOf(status)}</span>
                    <span className="font-medium tabular-nums">{count}</span>
                  </Link>
                </li>
              ))}
            </ul>
            <DeliveryChart statistics={statistics} />
          </div>
        )}
      </Detail>
    </Card>
  );
}

/** The way of a new user to the first delivery: an endpoint, and an event for it. */
export function FirstDelivery({
  endpoints,
}: {
  endpoints: readonly Item<'listWebhookEndpoints'>[];
}) {
  const endpoint = endpointToTry(endpoints);
  return (
    <Card title="Your first delivery">
      <ol className="flex flex-col gap-5">
        <li>
          <h3 className="mb-1 font-medium">1. An endpoint{endpoint && ': done'}</h3>
          {endpoint ? (
            <p className="text-muted">
              Events go to <Text mono>{endpoint.url}</Text>.
            </p>
          ) : (
            <AnEndpoint />
          )}
        </li>
        <li>
          <h3 className="mb-1 font-medium">2. An event</h3>
          {endpoint ? (
            <AnEvent endpoint={endpoint} />
          ) : (
            <p className="text-muted">A sample event is sent when there is an endpoint.</p>
          )}
        </li>
      </ol>
    </Card>
  );
}

function AnEndpoint() {
  return (
    <div className="flex flex-col items-start gap-2">
      <p className="text-muted">
        It is the URL of your app that receives webhooks. Without an app, take the built-in receiver
        at <Text mono>{sinkUrl}</Text>, which answers 200.
      </p>
      <FirstEndpoint />
    </div>
  );
}

function AnEvent({ endpoint }: { endpoint: Item<'listWebhookEndpoints'> }) {
  const types = useOperation('listEventTypes').data?.data ?? [];
  const navigate = useNavigate();
  const eventType = testTypeOf(endpoint, types);
  const test = useChange((key, type: string) =>
    change(key, 'testWebhookEndpoint', { path: { id: endpoint.id }, body: { eventType: type } }),
  );
  return (
    <div className="flex flex-col items-start gap-2">
      <p className="text-muted">
        A sample of <Text mono>{eventType ?? 'an event'}</Text> is signed and sent. Its page shows
        the request and what your app has answered.
      </p>
      <Button
        look="primary"
        refusal={eventType ? undefined : 'The endpoint takes no event that has a sample.'}
        pending={test.isPending}
        onClick={() =>
          eventType !== undefined &&
          test.mutate(eventType, {
            onSuccess: ({ id }) => void navigate({ to: '/deliveries/$id', params: { id } }),
          })
        }
      >
        Send a test event
      </Button>
      {test.isError && <ErrorNote error={test.error} />}
    </div>
  );
}
