import { Link } from '@tanstack/react-router';
import type { Item } from '../../api/operations.js';
import { Countdown } from '../../clock/time.js';
import { createdOfWidest } from '../../clock/time-column.js';
import { ListPage } from '../../resource/list-page.js';
import type { Columns } from '../../ui/data-table.js';
import { Text } from '../../ui/text.js';
import { AddEndpoint, FirstEndpoint, sinkUrl } from './add-endpoint.js';
import { EndpointStatus, OwnerName } from './endpoint-status.js';

export const endpointColumns: Columns<Item<'listWebhookEndpoints'>> = [
  {
    title: 'URL',
    cell: ({ id, url }) => (
      <Link
        to="/endpoints/$id"
        params={{ id }}
        title={url}
        className="block max-w-48 truncate font-medium hover:underline sm:max-w-none"
      >
        <Text>{url}</Text>
      </Link>
    ),
  },
  { title: 'Status', cell: (endpoint) => <EndpointStatus {...endpoint} /> },
  { title: 'Owner', from: 'sm', cell: ({ owner }) => <OwnerName owner={owner} /> },
  {
    title: 'Last success',
    from: 'md',
    cell: ({ health: { lastSuccessAt } }) =>
      lastSuccessAt === null ? '–' : <Countdown to={lastSuccessAt} />,
  },
  {
    title: 'Event types',
    from: 'lg',
    cell: ({ eventTypes }) => (
      <span title={eventTypes.join('\n')}>
        {eventTypes.length === 0 ? 'None' : eventTypes.join(', ')}
      </span>
    ),
  },
  createdOfWidest,
];

export function EndpointsPage() {
  return (
    <ListPage
      lead="The URLs that events are delivered to."
      actions={<AddEndpoint />}
      list="listWebhookEndpoints"
      columns={endpointColumns}
      empty="No endpoints yet."
      hint={
        <>
          Without one, events are stored and not delivered. The built-in receiver at {sinkUrl}{' '}
          answers 200 to every delivery.
          <FirstEndpoint />
        </>
      }
    />
  );
}
