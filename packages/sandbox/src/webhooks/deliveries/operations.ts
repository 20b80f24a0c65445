import { and, asc, eq, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { found } from '../../api/find.js';
import { readOperation } from '../../api/operation.js';
import { listOf, page, pageQuery, pageRange } from '../../api/paging.js';
import type { Sql } from '../../store/connect.js';
import { events, webhookAttempts, webhookDeliveries } from '../../store/schema/index.js';
import { inScope } from '../../store/scope.js';
import { deliveryStatuses } from './states.js';
import { WebhookDelivery, WebhookDeliveryWithAttempts } from './wire.js';

const tag = 'Webhooks';

const list = readOperation({
  id: 'listWebhookDeliveries',
  path: '/v1/webhook-deliveries',
  tag,
  summary: 'List webhook deliveries',
  scopes: ['full_access'],
  shown: false,
  input: {
    query: z.strictObject({
      ...pageQuery,
      endpointId: z.string().optional(),
      eventId: z.string().optional(),
      eventType: z.string().optional(),
      subjectId: z.string().optional().describe('The verification that the event tells of.'),
      status: z.enum(deliveryStatuses).optional(),
    }),
  },
  status: 200,
  returns: listOf(WebhookDelivery).meta({ id: 'WebhookDeliveryList' }),
  refuses: ['cursor_invalid', 'parameter_unknown'],
  async handle({ query }, { sql, scope }) {
    const { limit: _limit, cursor: _cursor, ...filter } = query;
    const range = pageRange(webhookDeliveries.seq, query, filter);
    const { endpointId, eventId, eventType, subjectId, status } = filter;
    const rows = await deliveries(
      sql,
      and(
        inScope(webhookDeliveries, scope),
        endpointId === undefined ? undefined : eq(webhookDeliveries.endpointId, endpointId),
        eventId === undefined ? undefined : eq(webhookDeliveries.eventId, eventId),
        eventType === undefined ? undefined : eq(events.type, eventType),
        subjectId === undefined ? undefined : eq(events.subjectId, subjectId),
        status === undefined ? undefined : eq(webhookDeliveries.status, status),
        range.where,
      ),
    )
      .orderBy(range.orderBy)
      .limit(range.limit);
    const numbered = rows.map((row) => ({ ...row, seq: row.delivery.seq }));
    return page(numbered, query, filter, toWire);
  },
});

const get = readOperation({
  id: 'getWebhookDelivery',
  path: '/v1/webhook-deliveries/{id}',
  tag,
  summary: 'Get a webhook delivery with its attempts',
  scopes: ['full_access'],
  shown: false,
  input: { params: z.object({ id: z.string() }) },
  status: 200,
  returns: WebhookDeliveryWithAttempts,
  refuses: ['resource_not_found'],
  async handle({ params: { id } }, { sql, scope }) {
    const where = and(inScope(webhookDeliveries, scope), eq(webhookDeliveries.id, id));
    const row = found(await deliveries(sql, where), 'webhook delivery', id);
    const attempts = await sql
      .select()
      .from(webhookAttempts)
      .where(eq(webhookAttempts.deliveryId, id))
      .orderBy(asc(webhookAttempts.number));
    return {
      ...toWire(row),
      requestBody: new TextDecoder().decode(row.event.body),
      attempts: attempts.map(attemptToWire),
    };
  },
});

export const deliveryOperations = [list, get];

type EventRow = typeof events.$inferSelect;
interface DeliveryRow {
  readonly delivery: typeof webhookDeliveries.$inferSelect;
  readonly event: EventRow;
}

function deliveries(sql: Sql, where: SQL | undefined) {
  return sql
    .select({ delivery: webhookDeliveries, event: events })
    .from(webhookDeliveries)
    .innerJoin(events, eq(events.id, webhookDeliveries.eventId))
    .where(where)
    .$dynamic();
}

function toWire({ delivery, event }: DeliveryRow): z.input<typeof WebhookDelivery> {
  return {
    id: delivery.id,
    eventId: delivery.eventId,
    eventType: event.type,
    endpointId: delivery.endpointId,
    status: delivery.status,
    attemptCount: delivery.attemptCount,
    nextAttemptAt: delivery.nextAttemptAt?.toISOString() ?? null,
    succeededAt: delivery.succeededAt?.toISOString() ?? null,
    createdAt: delivery.createdAt.toISOString(),
  };
}

function attemptToWire(row: typeof webhookAttempts.$inferSelect) {
  return {
    id: row.id,
    number: row.number,
    trigger: row.trigger,
    state: row.state,
    url: row.url,
    requestHeaders: row.requestHeaders,
    signedAt: row.signedAt.toISOString(),
    startedAt: row.startedAt.toISOString(),
    durationMs: row.durationMs,
    responseStatus: row.responseStatus,
    responseHeaders: row.responseHeaders,
    responseBody: row.responseBody,
    error: row.errorCode === null ? null : { code: row.errorCode, message: row.errorMessage ?? '' },
  };
}
