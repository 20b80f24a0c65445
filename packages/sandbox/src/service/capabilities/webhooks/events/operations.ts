import { z } from 'zod';
import { listOperation } from '../../../http/list-operation.js';
import { readOperation, tagged } from '../../../http/operation.js';
import { listOf, wholeList } from '../../../http/paging.js';
import { text } from '../../../limits/bounded.js';
import { eventTypes, isPreview } from './event-types.js';
import { type EventRow, eventRecords, ofSubject } from './records.js';
import { EventType, StoredEvent } from './wire.js';

const listTypes = readOperation({
  id: 'listEventTypes',
  path: '/v1/event-types',
  summary: 'List the event types',
  input: {},
  returns: listOf(EventType).meta({ id: 'EventTypeList' }),
  refuses: ['parameter_unknown'],
  async handle(_input, { previewEvents }) {
    return wholeList(
      eventTypes.map((each) => ({
        ...each,
        availability: previewEvents && isPreview(each.type) ? 'preview' : each.availability,
      })),
    );
  },
});

const listEvents = listOperation({
  id: 'listEvents',
  path: '/v1/events',
  summary: 'List events',
  of: eventRecords,
  item: StoredEvent,
  filters: {
    type: text('slug'),
    subjectId: text('id').describe('The verification that the event is about.'),
    integrationId: text('id'),
    test: z.enum(['true', 'false']).transform((value) => value === 'true'),
  },
  ownFilters: ['subjectId'],
  where: ({ subjectId }, scope) => ofSubject(scope, subjectId),
  toWire: (rows) => rows.map(eventToWire),
});

const getEvent = readOperation({
  id: 'getEvent',
  path: '/v1/events/{id}',
  summary: 'Get an event',
  input: { params: z.object({ id: text('id') }) },
  returns: StoredEvent,
  async handle({ params: { id } }, { sql, scope }) {
    return eventToWire(await eventRecords.find(sql, scope, id));
  },
});

export const eventOperations = tagged('Webhooks', [listTypes, listEvents, getEvent]);

const Fields = z.record(z.string(), z.unknown());
const Envelope = z.object({ data: Fields, related: Fields.optional() });

function eventToWire(row: EventRow): z.input<typeof StoredEvent> {
  const { data, related = null } = Envelope.parse(
    JSON.parse(new TextDecoder().decode(row.bodyWithRelated ?? row.body)),
  );
  return {
    id: row.id,
    type: row.type,
    created: row.created.toISOString(),
    integrationId: row.integrationId,
    test: row.test,
    preview: isPreview(row.type),
    data,
    related,
  };
}
