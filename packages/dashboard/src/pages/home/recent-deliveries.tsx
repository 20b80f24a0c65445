import { Link } from '@tanstack/react-router';
import type { Item } from '../../api/operations.js';
import { Time } from '../../clock/time.js';
import { buttonClass } from '../../ui/button.js';
import { Card } from '../../ui/card.js';
import { PlainTable } from '../../ui/plain-table.js';
import { Status } from '../../ui/status.js';
import { EndpointHost } from '../deliveries/endpoint-host.js';
import { EventTypeName } from '../deliveries/event-type-name.js';

const columns = [
  { title: 'Event' },
  { title: 'Status' },
  { title: 'Endpoint', from: 'sm' },
  { title: 'Created', from: 'md' },
] as const;

/** The newest deliveries. */
export function RecentDeliveries({
  deliveries,
}: {
  deliveries: readonly Item<'listWebhookDeliveries'>[];
}) {
  return (
    <Card
      title="Recent deliveries"
      actions={
        <Link to="/deliveries" className={buttonClass('quiet')}>
          All deliveries
        </Link>
      }
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
