import { and, eq, gt, lt } from 'drizzle-orm';
import { z } from 'zod';
import { found } from '../../api/find.js';
import { Instant } from '../../api/instant.js';
import { readOperation } from '../../api/operation.js';
import { listOf, page, pageQuery, pageRange, wholeList } from '../../api/paging.js';
import { ofIntegration } from '../../integrations/of-integration.js';
import { events } from '../../store/schema/index.js';
import { inScope, inTenant } from '../../store/scope.js';
import { eventTypes, isPreview } from './event-types.js';
import { EventType, StoredEvent } from './wire.js';

const tag = 'Webhooks';

const listTypes = readOperation({
  id: 'listEventTypes',
  path: '/v1/event-types',
  tag,
  summary: 'List the event types',
  scopes: ['full_access'],
  shown: false,
  input: {},
  status: 200,
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
  tag,
  summary: 'List events',
  scopes: ['full_access'],
  shown: false,
  input: {
    query: z.strictObject({
      ...pageQuery,
      type: z.string().optional(),
      subjectId: z.string().optional().describe('The verification that the event is about.'),
      integrationId: z.string().optional(),
      test: z.enum(['true', 'false']).optional(),
      createdAfter: Instant.optional(),
      createdBefore: Instant.optional(),
    }),
  },
  status: 200,
  returns: listOf(StoredEvent).meta({ id: 'EventList' }),
  refuses: ['cursor_invalid', 'parameter_unknown'],
  async handle({ query }, { sql, scope }) {
    const { limit: _limit, cursor: _cursor, ...filter } = query;
    const { type, subjectId, integrationId, test, createdAfter, createdBefore } = filter;
    const range = pageRange(events.seq, query, filter, events.created);
    const rows = await sql
      .select()
      .from(events)
      .where(
        and(
          await ofIntegration(sql, events, scope, integrationId),
          type === undefined ? undefined : eq(events.type, type),
          subjectId === undefined
            ? undefined
            : and(inTenant(events, scope), eq(events.subjectId, subjectId)),
          test === undefined ? undefined : eq(events.test, test === 'true'),
          createdAfter === undefined ? undefined : gt(events.created, new Date(createdAfter)),
          createdBefore === undefined ? undefined : lt(events.created, new Date(createdBefore)),
          range.where,
        ),
      )
      .orderBy(range.orderBy)
      .limit(range.limit);
    return page(rows, query, filter, eventToWire);
  },
});

const getEvent = readOperation({
  id: 'getEvent',
  path: '/v1/events/{id}',
  tag,
  summary: 'Get an event',
  scopes: ['full_access'],
  shown: false,
  input: { params: z.object({ id: z.string() }) },
  status: 200,
  returns: StoredEvent,
  refuses: ['resource_not_found'],
  async handle({ params: { id } }, { sql, scope }) {
    const rows = await sql
      .select()
      .from(events)
      .where(and(inScope(events, scope), eq(events.id, id)));
    return eventToWire(found(rows, 'event', id));
  },
});

export const eventOperations = [listTypes, listEvents, getEvent];

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
