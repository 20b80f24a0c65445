import { Link } from '@tanstack/react-router';
import type { Item } from '../../api/operations.js';
import { Time } from '../../clock/time.js';
import type { Column } from '../../ui/data-table.js';
import { EventTypeName } from '../deliveries/event-type-name.js';
import { EventMarks } from './event-marks.js';
import { EventSubject } from './event-subject.js';

export const eventColumns: readonly Column<Item<'listEvents'>>[] = [
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
