import { z } from 'zod';
import { collection } from '../../../http/collection.js';
import { readOperation, tagged } from '../../../http/operation.js';
import { listOf, wholeList } from '../../../http/paging.js';
import { text } from '../../../limits/bounded.js';
import { eventTypes, isPreview } from './event-types.js';
import { eventRecords, isAbout } from './records.js';
import { EventType, eventToWire, StoredEvent } from './wire.js';

const events = collection({
  path: '/v1/events',
  of: eventRecords,
  item: StoredEvent,
  toWire: (rows) => rows.map(eventToWire),
});

export const eventOperations = tagged('Webhooks', [
  readOperation({
    id: 'listEventTypes',
    path: '/v1/event-types',
    summary: 'List event types',
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
  }),

  events.list({
    id: 'listEvents',
    summary: 'List events',
    filters: {
      type: text('slug'),
      subjectId: text('id').describe('The verification that the event is about.'),
      externalId: text('reference').describe('`externalId` of the event: your own reference.'),
      requestId: text('id').describe('The API request that led to the event.'),
      integrationId: text('id'),
      test: z.enum(['true', 'false']).transform((value) => value === 'true'),
    },
    ownFilters: ['subjectId', 'externalId'],
    where: isAbout,
  }),

  events.get({ id: 'getEvent', summary: 'Get an event' }),
]);
