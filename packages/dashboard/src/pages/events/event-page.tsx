import { Link } from '@tanstack/react-router';
import type { Item } from '../../api/operations.js';
import { useList } from '../../api/use-list.js';
import { useOperation } from '../../api/use-operation.js';
import { Time } from '../../clock/time.js';
import { byId, detailOf } from '../../resource/detail.js';
import { RelatedList } from '../../resource/list-page.js';
import { IntegrationLink } from '../../resource/references.js';
import { Card, FactsCard } from '../../ui/card.js';
import { CodeBlock } from '../../ui/code-block.js';
import { CopyableId, CopyButton } from '../../ui/copy-button.js';
import { Page } from '../../ui/page.js';
import { Text } from '../../ui/text.js';
import { fixtureOf } from '../deliveries/delivery.js';
import { deliveryColumns } from '../deliveries/delivery-columns.js';
import { CausedBy } from '../requests/caused-by.js';
import { VerificationOfEvent } from '../verifications/verification-page.js';
import { EventMarks, nameOf, subjectOf } from './events-page.js';

/** An event: what has happened to which object, and where it was delivered. */
export const EventPage = detailOf('getEvent', byId, function Shown({ found: event }) {
  const { id, type, created, integrationId, test, preview } = event;
  return (
    <Page
      title={type}
      tab={`${nameOf(event.data) ?? id} · ${type}`}
      lead={
        <span className="flex flex-wrap items-center gap-2">
          <EventMarks event={event} />
          <span>
            Created <Time value={event.created} />
          </span>
        </span>
      }
      actions={<CopyEventAsFixture eventId={id} />}
    >
      <FactsCard
        title="Event"
        rows={{
          Event: <CopyableId id={id} label="Copy ID" />,
          Type: (
            <Link to="/catalogue" search={{ type }} className="text-accent hover:underline">
              <Text>{type}</Text>
            </Link>
          ),
          Subject: <EventSubject event={event} />,
          'Caused by': <CausedBy event={event} />,
          Integration: integrationId && <IntegrationLink id={integrationId} />,
          Created: <Time value={created} />,
          Test: test ? 'Yes: it was sent by hand, and its object does not exist.' : 'No',
          Preview: preview ? 'Yes: its type is coming soon, and its payload may change.' : 'No',
        }}
      />
      <RelatedList
        title="Deliveries"
        list="listWebhookDeliveries"
        query={{ eventId: id }}
        columns={deliveryColumns}
        empty="It was not delivered: no endpoint took it."
      />
      <Card title="Data">
        <CodeBlock label="Data as JSON" text={JSON.stringify(event.data, null, 2)} />
      </Card>
      {event.related && (
        <Card title="Related objects">
          <p className="mb-2 text-muted">Only endpoints that ask for related objects get them.</p>
          <CodeBlock
            label="Related objects as JSON"
            text={JSON.stringify(event.related, null, 2)}
          />
        </Card>
      )}
    </Page>
  );
});

/** Copies the newest delivery of an event for tests of a receiver. Only a delivery has the bytes that are signed. */
function CopyEventAsFixture({ eventId }: { eventId: string }) {
  const [newest] = useList('listWebhookDeliveries', { eventId }).rows;
  const { data } = useOperation(
    'getWebhookDelivery',
    { path: { id: newest?.id ?? '' } },
    { enabled: newest !== undefined },
  );
  return data && <CopyButton label="Copy as fixture" text={() => fixtureOf(data)} />;
}

/** The object that an event is about. */
function EventSubject({ event: { data, test } }: { event: Item<'listEvents'> }) {
  const subject = subjectOf(data);
  if (!subject) return '–';
  return subject.isVerification ? (
    <VerificationOfEvent id={subject.id} externalId={String(data['externalId'])} test={test} />
  ) : (
    <Text mono>{subject.id}</Text>
  );
}
