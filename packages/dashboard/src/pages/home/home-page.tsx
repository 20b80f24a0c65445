import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode, Suspense } from 'react';
import { idOf } from '../../api/list-pages.js';
import type { Item } from '../../api/operations.js';
import { useOperation } from '../../api/use-operation.js';
import { Time } from '../../clock/time.js';
import { useDefaultIntegration } from '../../resource/default-integration.js';
import { Unread } from '../../resource/detail.js';
import { lazyPart } from '../../session/persistently.js';
import { Card } from '../../ui/card.js';
import { CodeBlock } from '../../ui/code-block.js';
import { LinkButton } from '../../ui/link-button.js';
import { Loading, Page } from '../../ui/page.js';
import { PlainTable } from '../../ui/plain-table.js';
import { Status } from '../../ui/status.js';
import { counted } from '../../words/words-of.js';
import { EndpointHost, EventTypeName } from '../deliveries/endpoint-host.js';

// Usually there are no failures.
const Failures = lazyPart(() => import('../deliveries/failures.js'), 'Failures');
const Receivers = lazyPart(() => import('./receivers.js'), 'Receivers');
const Today = lazyPart(() => import('../../resource/delivery-chart.js'), 'DeliveryCard');
// Not needed once there are deliveries.
const FirstDelivery = lazyPart(() => import('./first-delivery.js'), 'FirstDelivery');

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

function Snippet({
  title,
  open = false,
  children,
}: {
  title: string;
  open?: boolean;
  children: ReactNode;
}) {
  return (
    <details open={open}>
      <summary className="w-fit py-1">{title}</summary>
      {children}
    </details>
  );
}

type Delivery = Item<'listWebhookDeliveries'>;

function RecentDeliveries({ deliveries }: { deliveries: readonly Delivery[] }) {
  return (
    <Card
      title="Recent deliveries"
      actions={<LinkButton to="/deliveries" look="quiet" label="All deliveries" />}
      flush
    >
      <PlainTable
        label="Recent deliveries, table"
        rows={deliveries}
        rowId={idOf}
        columns={[
          {
            title: 'Event',
            cell: ({ id, eventType, endpointId }) => (
              <>
                <Link
                  to="/deliveries/$id"
                  params={{ id }}
                  className="font-medium hover:underline sm:whitespace-nowrap"
                >
                  <EventTypeName type={eventType} />
                </Link>
                <span className="block text-xs text-muted">
                  <EndpointHost id={endpointId} />
                </span>
              </>
            ),
          },
          {
            title: 'Status',
            cell: ({ status, createdAt }) => (
              <>
                <Status value={status} />
                <Time value={createdAt} form="short" className="block text-xs text-muted" />
              </>
            ),
          },
        ]}
      />
    </Card>
  );
}

const RECENT = 8;

export function HomePage() {
  const recent = useOperation('listWebhookDeliveries', { query: { limit: RECENT } });
  // All of them: the page finds an endpoint by its owner, and an account has few.
  const endpoints = useOperation('listWebhookEndpoints', { query: { limit: 100 } });
  const statistics = useOperation('getWebhookDeliveryStatistics');
  const failures = useOperation('getWebhookDeliveryFailures', { query: {} });
  // Parts that appear one after another would move the text under the reader's eyes.
  const isPending = [recent, endpoints, statistics, failures].some((query) => query.isPending);
  const deliveries = recent.data?.data ?? [];
  return (
    <Page lead="A stand-in for the background screening service: it sends your app the same webhooks, and has the same API.">
      {isPending ? (
        <Loading />
      ) : (
        <Suspense fallback={<Loading />}>
          <Failures most={3} others="/deliveries" />
          <Unread query={recent} />
          <Unread query={endpoints} />
          {recent.data && deliveries.length === 0 && endpoints.data && (
            <>
              <FirstDelivery endpoints={endpoints.data.data} />
              <WorldSentence />
            </>
          )}
          {deliveries.length > 0 && (
            <div className="grid min-w-0 items-start gap-4 lg:grid-cols-[1fr_2fr]">
              <Today query={statistics} />
              <RecentDeliveries deliveries={deliveries} />
            </div>
          )}
          <QuickStart />
        </Suspense>
      )}
    </Page>
  );
}

function QuickStart() {
  const { id } = useDefaultIntegration();
  return (
    <Card title="Quick start">
      <div className="flex flex-col gap-2">
        <Snippet title="1. A receiver in your app" open>
          <Receivers />
        </Snippet>
        <Snippet title="2. Forward deliveries to it">
          <CodeBlock label="The command that forwards" text={listen} />
        </Snippet>
        <Snippet title="3. Verify a document over the API">
          <CodeBlock label="The request that verifies" text={orderFor(id ?? 'int_…')} />
        </Snippet>
      </div>
    </Card>
  );
}

const MOST_COUNTED = { query: { limit: 100 } } as const;

/** Counts the sample data, until the first delivery. Renders nothing if there is none. */
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
  if (lists.every(([, , list]) => list?.data.length === 0)) return null;
  return (
    <p className="min-h-5 text-muted">
      {'Sample data to explore: '}
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
