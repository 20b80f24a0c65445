import type { Item } from '../../api/operations.js';
import { timeColumn } from '../../clock/time-column.js';
import type { Column } from '../../ui/data-table.js';
import { Status } from '../../ui/status.js';
import { Text } from '../../ui/text.js';
import { EventTypeLink } from '../deliveries/delivery-columns.js';

type Event = Item<'listEvents'>;

export const eventCells: readonly Column<Event>[] = [
  {
    title: 'Event',
    cell: ({ id, type, data, created }) => (
      <EventTypeLink
        to="/events/$id"
        id={id}
        type={type}
        about={subjectOf(data)?.id ?? id}
        at={created}
      />
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
  {
    title: 'Subject',
    from: 'md',
    cell: ({ data }) => <Text mono>{subjectOf(data)?.id ?? '–'}</Text>,
  },
];

export const eventTime = timeColumn<Event>('Created', (event) => event.created);

/** The object that the data of an event is about. `undefined` if the data has no id. */
export function subjectOf({ verificationId, id }: Readonly<Record<string, unknown>>) {
  if (isId(verificationId)) return { id: verificationId, isVerification: true };
  return isId(id) ? { id, isVerification: false } : undefined;
}

/** The external id of the object of an event, otherwise its id. `undefined` if the data has neither. */
export function nameOf(data: Readonly<Record<string, unknown>>): string | undefined {
  const { externalId } = data;
  return isId(externalId) ? externalId : subjectOf(data)?.id;
}

const isId = (value: unknown): value is string => typeof value === 'string' && value !== '';

export function EventMarks({ event: { test, preview } }: { event: Item<'listEvents'> }) {
  return (
    <>
      {test && <Status value="test" />}
      {preview && <Status value="preview" />}
    </>
  );
}
