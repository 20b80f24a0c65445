import { Link } from '@tanstack/react-router';
import type { Item } from '../../api/operations.js';
import { useList } from '../../api/use-list.js';
import { useOperation } from '../../api/use-operation.js';
import { Time } from '../../clock/time.js';
import { byId, detailOf } from '../../resource/detail.js';
import { ListCard } from '../../resource/list-page.js';
import { factsOf } from '../../resource/property.js';
import { FactsCard } from '../../ui/card.js';
import { JsonCard } from '../../ui/code-block.js';
import { CopyableId, CopyButton } from '../../ui/copy-button.js';
import { Page } from '../../ui/page.js';
import { Text } from '../../ui/text.js';
import { fixtureOf } from '../deliveries/delivery.js';
import { deliveryColumns } from '../deliveries/delivery-columns.js';
import { CausedBy } from '../requests/caused-by.js';
import { VerificationOfEvent } from '../verifications/verification-page.js';
import { EventMarks, nameOf, subjectOf } from './event-columns.js';

export const EventPage = detailOf('getEvent', byId, function Shown({ found: event }) {
  const { id, type, created, test, preview } = event;
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
        rows={{
          Event: <CopyableId id={id} label="Copy ID" />,
          Type: (
            <Link to="/catalogue" search={{ type }} className="text-accent hover:underline">
              <Text>{type}</Text>
            </Link>
          ),
          Subject: <EventSubject event={event} />,
          'Caused by': <CausedBy event={event} />,
          ...factsOf(event, 'integrationId'),
          Created: <Time value={created} />,
          Test: test ? 'Yes. Its object does not exist.' : 'No',
          Preview: preview ? 'Yes. Its payload may change.' : 'No',
        }}
      />
      <ListCard
        title="Deliveries"
        list="listWebhookDeliveries"
        query={{ eventId: id }}
        columns={deliveryColumns}
        empty="Not delivered: no endpoint subscribes to this type."
      />
      <JsonCard title="Data" value={event.data} />
      {event.related && (
        <JsonCard
          title="Related objects"
          lead="Sent only to endpoints that include related objects."
          value={event.related}
        />
      )}
    </Page>
  );
});

/** Copies the newest delivery of an event for tests of a receiver. Only a delivery has the signed bytes. */
function CopyEventAsFixture({ eventId }: { eventId: string }) {
  const [newest] = useList('listWebhookDeliveries', { eventId }).rows;
  const { data } = useOperation(
    'getWebhookDelivery',
    { path: { id: newest?.id ?? '' } },
    { enabled: newest !== undefined },
  );
  return data && <CopyButton label="Copy as fixture" text={() => fixtureOf(data)} />;
}

function EventSubject({ event: { data, test } }: { event: Item<'listEvents'> }) {
  const subject = subjectOf(data);
  if (!subject) return '–';
  return subject.isVerification ? (
    <VerificationOfEvent id={subject.id} externalId={String(data['externalId'])} test={test} />
  ) : (
    <Text mono>{subject.id}</Text>
  );
}
