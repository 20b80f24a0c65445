import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { events } from '../../../db/schema/index.js';
import { filterOf, isWithin, matches } from '../../../http/filter.js';
import { found } from '../../../http/find.js';
import { Instant } from '../../../http/instant.js';
import { readOperation, tagged } from '../../../http/operation.js';
import { listOf, page, pageQuery, pageRange, rowsIn, wholeList } from '../../../http/paging.js';
import { idInScope, inTenant } from '../../../kernel/scope.js';
import { text } from '../../../limits/bounded.js';
import { ofIntegration } from '../../integrations/index.js';
import { eventTypes, isPreview } from './event-types.js';
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

const listEvents = readOperation({
  id: 'listEvents',
  path: '/v1/events',
  summary: 'List events',
  input: {
    query: z.strictObject({
      ...pageQuery,
      type: text('slug').optional(),
      subjectId: text('id').optional().describe('The verification that the event is about.'),
      integrationId: text('id').optional(),
      test: z.enum(['true', 'false']).optional(),
      createdAfter: Instant.optional(),
      createdBefore: Instant.optional(),
    }),
  },
  returns: listOf(StoredEvent).meta({ id: 'EventList' }),
  async handle({ query }, { sql, scope }) {
    const filter = filterOf(query);
    const { type, subjectId, integrationId, test } = filter;
    const range = pageRange(events.seq, query, filter, events.created);
    const where = and(
      await ofIntegration(sql, events, scope, integrationId),
      matches(events, { type }),
      subjectId === undefined
        ? undefined
        : and(inTenant(events, scope), eq(events.subjectId, subjectId)),
      test === undefined ? undefined : eq(events.test, test === 'true'),
      isWithin(events.created, filter),
    );
    const rows = await rowsIn(sql.select().from(events).$dynamic(), range, where);
    return page(rows, query, filter, eventToWire);
  },
});

const getEvent = readOperation({
  id: 'getEvent',
  path: '/v1/events/{id}',
  summary: 'Get an event',
  input: { params: z.object({ id: text('id') }) },
  returns: StoredEvent,
  async handle({ params: { id } }, { sql, scope }) {
    const where = idInScope(events, scope, id);
    const rows = await sql.select().from(events).where(where);
    return eventToWire(found(rows, 'event', id));
  },
});

export const eventOperations = tagged('Webhooks', [listTypes, listEvents, getEvent]);

const Fields = z.record(z.string(), z.unknown());
const Envelope = z.object({ data: Fields, related: Fields.optional() });

type EventRow = typeof events.$inferSelect;

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
