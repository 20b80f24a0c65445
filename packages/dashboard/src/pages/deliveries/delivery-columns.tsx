import { Link } from '@tanstack/react-router';
import type { Item } from '../../api/operations.js';
import { Countdown, Time } from '../../clock/time.js';
import type { Column } from '../../ui/data-table.js';
import { Status } from '../../ui/status.js';
import { EndpointHost } from './endpoint-host.js';
import { EventTypeName } from './event-type-name.js';

/** The columns of every table of deliveries. */
export const deliveryColumns: readonly Column<Item<'listWebhookDeliveries'>>[] = [
  {
    title: 'Event',
    cell: ({ id, eventType }) => (
      <Link
        to="/deliveries/$id"
        params={{ id }}
        className="font-medium hover:underline max-sm:line-clamp-2 max-sm:leading-tight max-sm:whitespace-normal"
      >
        <EventTypeName type={eventType} />
      </Link>
    ),
  },
  { title: 'Status', cell: ({ status }) => <Status value={status} /> },
  {
    title: 'Endpoint',
    from: 'sm',
    cell: ({ endpointId }) => (
      <span className="block max-w-48 truncate text-xs 2xl:max-w-72">
        <EndpointHost id={endpointId} />
      </span>
    ),
  },
  { title: 'Attempts', from: 'md', cell: ({ attemptCount }) => attemptCount },
  {
    title: 'Next attempt',
    from: 'md',
    cell: ({ nextAttemptAt }) => (nextAttemptAt ? <Countdown to={nextAttemptAt} /> : '–'),
  },
  { title: 'Created', from: 'lg', cell: ({ createdAt }) => <Time value={createdAt} /> },
];
