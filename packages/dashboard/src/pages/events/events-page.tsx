import { Link } from '@tanstack/react-router';
import type { Item } from '../../api/operations.js';
import { Time } from '../../clock/time.js';
import { ListPage } from '../../resource/list-page.js';
import { buttonClass } from '../../ui/button.js';
import type { Column } from '../../ui/data-table.js';
import { Empty } from '../../ui/empty.js';
import { EventTypeName } from '../deliveries/event-type-name.js';
import { EventMarks } from './event-marks.js';
import { EventSubject } from './event-subject.js';

const columns: readonly Column<Item<'listEvents'>>[] = [
  {
    title: 'Event',
    cell: ({ id, type }) => (
      <Link
        to="/events/$id"
        params={{ id }}
        className="font-medium hover:underline max-sm:line-clamp-2 max-sm:leading-tight max-sm:whitespace-normal"
      >
        <EventTypeName type={type} />
      </Link>
    ),
  },
  {
    title: 'Mark',
    cell: (event) => (
      <span className="flex gap-1">
        {event.test || event.preview ? <EventMarks event={event} /> : '–'}
      </span>
    ),
  },
  { title: 'Subject', from: 'md', cell: (event) => <EventSubject event={event} /> },
  { title: 'Created', from: 'sm', cell: ({ created }) => <Time value={created} /> },
];

/** Every event, newest first, whether an endpoint took it or not. */
export function EventsPage() {
  return (
    <ListPage
      title="Events"
      lead="What has happened, whether it was delivered to an endpoint or not."
      actions={
        <Link to="/trigger" className={buttonClass()}>
          Trigger an event
        </Link>
      }
      list="listEvents"
      columns={columns}
      empty={
        <Empty title="There is no event yet.">
          <p>The end of a verification is an event. It is kept also when no endpoint takes it.</p>
          <p className="flex flex-wrap justify-center gap-2">
            <Link to="/verifications" className={buttonClass()}>
              Verify a document
            </Link>
            <Link to="/trigger" className={buttonClass('primary')}>
              Trigger an event
            </Link>
          </p>
        </Empty>
      }
    />
  );
}
