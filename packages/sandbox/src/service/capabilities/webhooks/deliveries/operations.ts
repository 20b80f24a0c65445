import { z } from 'zod';
import { listOperation } from '../../../http/list-operation.js';
import {
  changeOperation,
  type Operation,
  readOperation,
  streamOperation,
  tagged,
} from '../../../http/operation.js';
import { text } from '../../../limits/bounded.js';
import { deliveryStatuses, failureCauses } from '../delivery-records.js';
import { deliveryStates } from '../delivery-states.js';
import { formerEndpointRecords } from '../endpoints/records.js';
import { answerCheck, findListened } from '../listen-records.js';
import { changeFeed } from './change-feed.js';
import { deliveryStream } from './delivery-stream.js';
import { readDelivery } from './read-delivery.js';
import { aboutSubject, deliveriesWithin, type ShownDelivery, shownDeliveries } from './records.js';
import { recoverDeliveries, replayDelivery } from './replay-deliveries.js';
import { type SampleEvent, sendTestDelivery } from './send-test-delivery.js';
import {
  deliveryCounts,
  deliveryFailures,
  deliveryStatistics,
  endpointStatistics,
} from './statistics.js';
import {
  deliveryToWire,
  PeriodFilter,
  RecoverDeliveries,
  Recovery,
  SendTestDelivery,
  StreamFilter,
  WebhookDelivery,
  WebhookDeliveryCounts,
  WebhookDeliveryFailures,
  WebhookDeliveryStatistics,
  WebhookDeliveryWithAttempts,
  WebhookEndpointStatistics,
} from './wire.js';

const params = z.object({ id: text('id') });

const listed = {
  of: shownDeliveries,
  item: WebhookDelivery,
  ownFilters: ['subjectId', 'externalId'],
  where: aboutSubject,
  toWire: (rows: readonly ShownDelivery[]) => rows.map(deliveryToWire),
} as const;

const filters = {
  eventId: text('id'),
  eventType: text('slug'),
  subjectId: text('id').describe('The verification that the event is about.'),
  externalId: text('reference').describe('`externalId` of the event.'),
  status: z.enum(deliveryStatuses),
  cause: z.enum(failureCauses).describe('Why they have not arrived.'),
};

// The stream, the statistics, the counts and the failures come before the delivery by id, whose path matches theirs.
export function deliveryOperations(sampleEvent: SampleEvent): readonly Operation[] {
  const feed = changeFeed();
  return tagged('Webhooks', [
    listOperation({
      ...listed,
      id: 'listWebhookDeliveries',
      path: '/v1/webhook-deliveries',
      summary: 'List webhook deliveries',
      filters: { endpointId: text('id'), ...filters },
      ownFilters: ['subjectId', 'externalId', 'endpointId'],
      within: deliveriesWithin,
    }),

    streamOperation({
      id: 'streamWebhookDeliveries',
      path: '/v1/webhook-deliveries/stream',
      summary: 'Stream webhook deliveries: one event for each change of status',
      input: { query: StreamFilter },
      returns: WebhookDelivery,
      refuses: ['resource_not_found', 'state_conflict'],
      async handle({ query: { listenId, positions, ...filter } }, context) {
        if (listenId === undefined) return deliveryStream(filter, context, feed, { positions });
        const { sql, scope } = context;
        const endpointId = await findListened(sql, scope, listenId);
        const continues = () => answerCheck(sql, listenId);
        const options = { continues, positions };
        return deliveryStream({ ...filter, endpointId }, context, feed, options);
      },
    }),

    readOperation({
      id: 'getWebhookDeliveryStatistics',
      path: '/v1/webhook-deliveries/statistics',
      summary: 'Count webhook deliveries by status and time, by default for the last 24 hours',
      input: { query: PeriodFilter },
      returns: WebhookDeliveryStatistics,
      handle: ({ query }, { sql, scope, now }) => deliveryStatistics(sql, scope, now, query),
    }),

    readOperation({
      id: 'countWebhookDeliveries',
      path: '/v1/webhook-deliveries/counts',
      summary: 'Count webhook deliveries by status',
      input: { query: z.strictObject({ endpointId: text('id').optional() }) },
      returns: WebhookDeliveryCounts,
      handle: ({ query }, { sql, scope }) => deliveryCounts(sql, scope, query),
    }),

    readOperation({
      id: 'getWebhookDeliveryFailures',
      path: '/v1/webhook-deliveries/failures',
      summary: 'Group undelivered webhook deliveries by endpoint and cause',
      input: { query: PeriodFilter },
      returns: WebhookDeliveryFailures,
      handle: ({ query }, { sql, scope }) => deliveryFailures(sql, scope, query),
    }),

    readOperation({
      id: 'getWebhookDelivery',
      path: '/v1/webhook-deliveries/{id}',
      summary: 'Get a webhook delivery with its attempts',
      input: { params },
      returns: WebhookDeliveryWithAttempts,
      handle: ({ params: { id } }, { sql, scope }) => readDelivery(sql, scope, id),
    }),

    changeOperation({
      id: 'replayWebhookDelivery',
      method: 'POST',
      path: '/v1/webhook-deliveries/{id}/replay',
      summary: 'Replay a webhook delivery that has succeeded or failed',
      input: { params },
      status: 202,
      returns: WebhookDelivery,
      refuses: ['state_conflict', 'endpoint_paused'],
      allowedWhen: { status: deliveryStates.actions.replay.from, nextAttemptAt: [null] },
      guard: deliveryStates.actions.replay.guard,
      async handle({ params: { id } }, context) {
        await replayDelivery(context, id);
        return deliveryToWire(await shownDeliveries.find(context.tx, context.scope, id));
      },
    }),

    listOperation({
      ...listed,
      id: 'listWebhookDeliveriesOfEndpoint',
      path: '/v1/webhook-endpoints/{id}/deliveries',
      summary: 'List the delivery history of a webhook endpoint, even a deleted one',
      parent: { of: formerEndpointRecords, column: 'endpointId' },
      filters,
    }),

    readOperation({
      id: 'getWebhookEndpointStatistics',
      path: '/v1/webhook-endpoints/{id}/statistics',
      summary:
        'Get the statistics of a webhook endpoint, even a deleted one, for the last 24 hours, 7 days and 30 days',
      input: { params },
      returns: WebhookEndpointStatistics,
      async handle({ params: { id } }, { sql, scope, now }) {
        const endpoint = await formerEndpointRecords.find(sql, scope, id);
        return endpointStatistics(sql, scope, endpoint.id, now);
      },
    }),

    changeOperation({
      id: 'recoverWebhookDeliveries',
      method: 'POST',
      path: '/v1/webhook-endpoints/{id}/recover',
      summary:
        'Replay the failed deliveries of a webhook endpoint, or deliver the events it missed',
      input: { params, body: RecoverDeliveries },
      status: 202,
      returns: Recovery,
      refuses: ['endpoint_paused'],
      allowedWhen: { paused: [false] },
      handle: ({ params: { id }, body }, context) => recoverDeliveries(context, id, body),
    }),

    changeOperation({
      id: 'testWebhookEndpoint',
      method: 'POST',
      path: '/v1/webhook-endpoints/{id}/test',
      summary: 'Send a test delivery to a webhook endpoint',
      input: { params, body: SendTestDelivery },
      status: 202,
      returns: WebhookDelivery,
      refuses: ['event_type_not_available', 'event_type_scope_mismatch'],
      async handle({ params: { id }, body }, context) {
        const sent = await sendTestDelivery(context, id, body.eventType, sampleEvent);
        return deliveryToWire(await shownDeliveries.find(context.tx, context.scope, sent.id));
      },
    }),
  ]);
}
