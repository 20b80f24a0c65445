import type { Item } from '../../api/operations.js';
import { formatTime } from '../../clock/local-time.js';
import { timeColumn } from '../../clock/time-column.js';
import { NextAttempt } from '../../clock/wait-note.js';
import { RowLink } from '../../resource/references.js';
import type { Columns } from '../../ui/data-table.js';
import { Status } from '../../ui/status.js';
import { Text } from '../../ui/text.js';
import { counted, wordsOf } from '../../words/words-of.js';
import { EndpointHost, EventTypeName, hostAndPath, useListedEndpoint } from './endpoint-host.js';

type Delivery = Item<'listWebhookDeliveries'>;

const second = 'block truncate text-xs text-muted';
// As wide as the line above, however long the text is.
const fitted = `${second} w-0 min-w-full`;

/** The columns of every table of deliveries. A cell has two lines, so that the essentials fit on a phone. */
export const deliveryColumns: Columns<Delivery> = [
  {
    title: 'Event',
    cell: (delivery) => (
      <>
        <DeliveryLink delivery={delivery} />
        <span className={fitted}>
          <EndpointHost id={delivery.endpointId} />
        </span>
      </>
    ),
  },
  {
    title: 'Status',
    hasTime: true,
    cell: (delivery) => (
      <>
        <span className="flex items-center gap-2">
          <Status value={delivery.status} />
          <LastAnswer {...delivery} />
        </span>
        <span className={`${second} @max-[54rem]:hidden`}>
          {counted(delivery.attemptCount, 'attempt')}
          {delivery.nextAttemptAt && (
            <>
              , <NextAttempt at={delivery.nextAttemptAt} />
            </>
          )}
        </span>
      </>
    ),
  },
  {
    title: 'Subject',
    from: 'lg',
    cell: ({ subjectId, eventId }) => (
      <>
        <Text mono className="block text-xs">
          {subjectId}
        </Text>
        <span className={second}>
          <Text mono>{eventId}</Text>
        </span>
      </>
    ),
  },
  timeColumn('Created', ({ createdAt }) => createdAt, { form: 'lines' }),
];

function LastAnswer({ lastAttempt }: Pick<Delivery, 'lastAttempt'>) {
  if (!lastAttempt || lastAttempt.state === 'started') return null;
  const { error, responseStatus } = lastAttempt;
  return (
    <span
      title={error?.message}
      className={`truncate text-xs tabular-nums max-md:max-w-20 ${error ? 'text-bad' : 'text-muted'}`}
    >
      {responseStatus === null ? (
        wordsOf(error?.code ?? '')
      ) : (
        <>
          <span className="sr-only">HTTP </span>
          {responseStatus}
        </>
      )}
    </span>
  );
}

function DeliveryLink({ delivery }: { delivery: Delivery }) {
  const { id, eventType, subjectId, endpointId, createdAt } = delivery;
  const { data: endpoint } = useListedEndpoint(endpointId);
  const about = `${subjectId} to ${endpoint ? hostAndPath(endpoint.url) : endpointId}`;
  const row = { id, type: eventType, about, at: createdAt };
  return <EventTypeLink to="/deliveries/$id" {...row} />;
}

export function EventTypeLink({
  type,
  about,
  at,
  ...to
}: {
  to: '/events/$id' | '/deliveries/$id';
  id: string;
  type: string;
  /** Distinguishes the event from others of its type. */
  about: string;
  at: string;
}) {
  return (
    <RowLink
      {...to}
      text={<EventTypeName type={type} />}
      label={`${type} of ${about}, ${formatTime(at)}`}
      className="max-sm:line-clamp-2 max-sm:leading-tight max-sm:whitespace-normal"
    />
  );
}
