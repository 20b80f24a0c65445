import { Link, lazyRouteComponent } from '@tanstack/react-router';
import { Fragment, Suspense } from 'react';
import type { Item } from '../../api/operations.js';
import { useOperation } from '../../api/use-operation.js';
import { Time } from '../../clock/time.js';
import { useDefaultIntegration } from '../../resource/default-integration.js';
import { DeliveryChart } from '../../resource/delivery-chart.js';
import { Loaded } from '../../resource/detail.js';
import { persistently } from '../../session/persistently.js';
import { Card } from '../../ui/card.js';
import { CodeBlock } from '../../ui/code-block.js';
import { LinkButton } from '../../ui/link-button.js';
import { Loading, Page } from '../../ui/page.js';
import { PlainTable } from '../../ui/plain-table.js';
import { Status } from '../../ui/status.js';
import { counted, wordsOf } from '../../words/words-of.js';
import { EndpointHost, EventTypeName } from '../deliveries/endpoint-host.js';

// Often nothing is wrong.
const Trouble = lazyRouteComponent(
  persistently(() => import('./trouble.js')),
  'Trouble',
);
// Who has deliveries does without it.
const FirstDelivery = lazyRouteComponent(
  persistently(() => import('./first-delivery.js')),
  'FirstDelivery',
);

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

function Snippet({ title, code }: { title: string; code: string }) {
  return (
    <details>
      <summary className="w-fit py-1">{title}</summary>
      <CodeBlock label={title} text={code} />
    </details>
  );
}

type Delivery = Item<'listWebhookDeliveries'>;

const columns = [
  { title: 'Event' },
  { title: 'Status' },
  { title: 'Endpoint', from: 'md' },
  { title: 'Created', from: 'sm' },
] as const;

function RecentDeliveries({ deliveries }: { deliveries: readonly Delivery[] }) {
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

/** What has happened, what needs attention, how a new user gets the first delivery, and what to paste. */
export function HomePage() {
  const { id } = useDefaultIntegration();
  const recent = useOperation('listWebhookDeliveries', { query: { limit: RECENT } });
  // All of them: an endpoint is looked up by its owner, and an account has few.
  const endpoints = useOperation('listWebhookEndpoints', { query: { limit: 100 } });
  return (
    <Page>
      <Suspense>
        <Trouble endpoints={endpoints.data} />
      </Suspense>
      <Loaded query={endpoints}>
        {(listed) =>
          recent.data?.data.length === 0 && (
            <Suspense fallback={<Loading />}>
              <FirstDelivery endpoints={listed.data} />
              <WorldSentence />
            </Suspense>
          )
        }
      </Loaded>
      {recent.data !== undefined && recent.data.data.length > 0 && (
        <div className="grid min-w-0 items-start gap-4 lg:grid-cols-[1fr_2fr]">
          <Today />
          <RecentDeliveries deliveries={recent.data.data} />
        </div>
      )}
      <Card title="Quick start">
        <div className="flex flex-col gap-2">
          <Snippet title="A receiver in Express" code={express} />
          <Snippet title="Forward deliveries to it" code={listen} />
          <Snippet title="Verify a document over the API" code={orderFor(id ?? 'int_…')} />
        </div>
      </Card>
    </Page>
  );
}

const MOST_COUNTED = { query: { limit: 100 } } as const;

/** How much of a demo world is there, until the first delivery. Nothing while the world is empty. */
function WorldSentence() {
  const lists = [
    ['/candidates', 'candidate', useOperation('listCandidates', MOST_COUNTED).data],
    [
      '/verifications',
      'verification',
      useOperation('listDocumentVerifications', MOST_COUNTED).data,
    ],
    ['/reports', 'report', useOperation('listReports', MOST_COUNTED).data],
  ] as const;
  if (lists.every(([, , list]) => !list?.data.length)) return null;
  return (
    <p className="text-muted">
      {'There is data to look at: '}
      {lists.map(([to, noun, list], index) => (
        <Fragment key={to}>
          {index > 0 && (index === lists.length - 1 ? ' and ' : ', ')}
          <Link to={to} className="underline underline-offset-2">
            {list ? `${list.hasMore ? 'at least ' : ''}${counted(list.data.length, noun)}` : '…'}
          </Link>
        </Fragment>
      ))}
      .
    </p>
  );
}

/** The deliveries of the last 24 hours: how many have which status, and when they were. */
function Today() {
  const query = useOperation('getWebhookDeliveryStatistics');
  return (
    <Card title="Deliveries in the last 24 hours">
      <Loaded query={query}>
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
      </Loaded>
    </Card>
  );
}
