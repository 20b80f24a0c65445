import { z } from 'zod';
import { Instant, Time, toWire, type WireOf } from '../../../http/wire.js';
import { list, text } from '../../../limits/bounded.js';
import { figure, limits } from '../../../limits/limits.js';
import { deliveryStatuses, failureCauses } from '../delivery-records.js';
import type { DeliveryStatus } from '../delivery-states.js';
import { whyFailed } from '../diagnosis/find-cause.js';
import { Cause, Diagnosis } from '../diagnosis/wire.js';
import type { AttemptRow, ShownDelivery } from './records.js';

const Headers = z.record(z.string(), z.string());

const Count = z.int().min(0);

export const WebhookAttempt = z
  .object({
    id: z.string(),
    number: z.int(),
    trigger: z.enum(['scheduled', 'manual', 'test', 'fault']),
    state: z.enum(['started', 'succeeded', 'failed', 'interrupted']),
    url: z.string(),
    requestHeaders: Headers,
    signedAt: Time.describe('Wall time, as in the signature.'),
    startedAt: Time.describe('Virtual time.'),
    fault: z.string().nullable().describe('The kind of the injected fault.'),
    durationMs: z.int().nullable(),
    responseStatus: z.int().nullable(),
    responseHeaders: Headers.nullable(),
    responseBody: z
      .string()
      .nullable()
      .describe(`At most ${figure('responseBody')}.`),
    error: z
      .object({ code: z.string(), message: z.string() })
      .nullable()
      .describe('Why the attempt failed, in one sentence.'),
    diagnosis: Diagnosis.nullable().describe('`null` if the attempt has not ended.'),
  })
  .meta({ id: 'WebhookAttempt' });

export const WebhookDelivery = z
  .object({
    id: z.string(),
    eventId: z.string(),
    eventType: z.string(),
    subjectId: z.string().describe('The object that the event is about.'),
    externalId: z.string().nullable().describe('`externalId` of the event. `null` if it has none.'),
    endpointId: z.string(),
    status: z.enum(deliveryStatuses),
    test: z.boolean().describe('Whether the event is a test.'),
    includesRelated: z.boolean().describe('Whether its body has `related`.'),
    attemptCount: z.int().describe('Includes replays and interrupted attempts.'),
    lastAttempt: WebhookAttempt.pick({
      number: true,
      state: true,
      responseStatus: true,
      error: true,
    })
      .nullable()
      .describe(
        'The last attempt that counts for the delivery. Extra requests that a fault sent do not count.',
      ),
    cause: z
      .enum(failureCauses)
      .nullable()
      .describe(
        'Why it has not arrived: the cause of its last failed attempt. `null` if no attempt has failed, or if the delivery has succeeded or was canceled.',
      ),
    nextAttemptAt: Time.nullable().describe('When the next retry or replay is due.'),
    succeededAt: Time.nullable().describe('The first success.'),
    createdAt: Time,
    updatedAt: Time,
  })
  .meta({ id: 'WebhookDelivery' });

export const WebhookDeliveryWithAttempts = z
  .object({
    ...WebhookDelivery.shape,
    requestBody: z
      .string()
      .describe('The body of every attempt, byte for byte, unless a fault changed it.'),
    attempts: list('shownAttempts', WebhookAttempt).describe(
      `The last ${limits.shownAttempts.most} attempts, oldest first. Fewer if they have more than ${figure('pageBytes')}.`,
    ),
  })
  .meta({ id: 'WebhookDeliveryWithAttempts' });

/** The changes that a stream shows. */
export const ChangeFilter = z.strictObject({
  endpointId: text('id').optional(),
  eventType: text('slug').optional(),
  status: z.enum(deliveryStatuses).optional(),
});

/** The changes that a stream shows, or those of the endpoint of a `listen`, and how. */
export const StreamFilter = ChangeFilter.extend({
  positions: z
    .enum(['true', 'false'])
    .optional()
    .transform((value) => value === 'true')
    .describe(
      'With `true`, an id without a delivery is sent as an event named `position` without data, because the `EventSource` of a browser ignores an id alone. The first is sent at once, then one at least every 15 seconds.',
    ),
  listenId: text('id')
    .optional()
    .describe(
      'Only the deliveries of the endpoint of this `listen` command. The endpoint exists while such a stream is open.',
    ),
});

/** The deliveries that are counted or grouped. Without times, statistics count the last 24 hours, and failures all. */
export const PeriodFilter = z.strictObject({
  endpointId: text('id').optional(),
  createdAfter: Instant.optional(),
  createdBefore: Instant.optional(),
});

const countsByStatus = {
  scheduled: Count,
  delivering: Count,
  retrying: Count.describe('An attempt has failed, and another one is scheduled.'),
  succeeded: Count,
  failed: Count,
  held: Count,
  canceled: Count,
} satisfies Record<DeliveryStatus, typeof Count>;

export const WebhookDeliveryCounts = z
  .object({ byStatus: z.object(countsByStatus) })
  .describe(
    `The deliveries of each status, up to ${limits.countedInStatus.most}: a status with more has this count.`,
  )
  .meta({ id: 'WebhookDeliveryCounts' });

export const WebhookDeliveryStatistics = z
  .object({
    from: Time.describe('Counts deliveries created after this time.'),
    to: Time.describe(
      'Counts deliveries created before this time. If it is the current time, deliveries created at it count too.',
    ),
    bucketSeconds: z.int().min(1),
    total: Count,
    byStatus: z.object(countsByStatus),
    buckets: z
      .array(z.object({ start: Time, total: Count, ...countsByStatus }))
      .max(limits.buckets.most)
      .describe(
        'The deliveries by creation time and current status, in order and without gaps. Empty if the range is empty.',
      ),
    complete: z
      .boolean()
      .describe(
        `\`false\` if the range has ${figure('countedInRange')} deliveries or more. Only the newest are counted.`,
      ),
  })
  .meta({ id: 'WebhookDeliveryStatistics' });

const ResponseTime = z.int().min(0).nullable();

const answers = {
  byResponse: z
    .object({
      '2xx': Count,
      '3xx': Count,
      '4xx': Count,
      '5xx': Count.describe('Includes any status below 200 or above 599.'),
      none: Count.describe('No status was received, for example after a timeout.'),
    })
    .describe('The attempts by the class of the response status.'),
  medianResponseMs: ResponseTime.describe(
    'The median response time of attempts that were answered with any status, in milliseconds of wall time. `null` if no attempt was answered.',
  ),
  p95ResponseMs: ResponseTime.describe(
    'The 95th percentile: 95 of 100 answered attempts took no longer. `null` if no attempt was answered.',
  ),
};

export const WebhookEndpointPeriod = z
  .object({
    from: Time.describe('Counts deliveries created after this time, up to now.'),
    deliveries: Count,
    failed: Count.describe('The deliveries that have failed permanently.'),
    attempts: Count.describe(
      'Their attempts that have ended, without interrupted attempts and extra requests that a fault sent.',
    ),
    acknowledged: Count.describe('The attempts that were answered with a 2xx status.'),
    ...answers,
    bucketSeconds: z.int().min(1),
    buckets: z
      .array(z.object({ start: Time, ...answers }))
      .max(limits.buckets.most)
      .describe('The attempts by start time, in order and without gaps.'),
    complete: z
      .boolean()
      .describe(
        `\`false\` if the endpoint had more than ${figure('countedDeliveries')} deliveries, or a delivery more than ${figure('shownAttempts')} attempts. The oldest are not counted.`,
      ),
  })
  .meta({ id: 'WebhookEndpointPeriod' });

export const WebhookEndpointStatistics = z
  .object({
    endpointId: z.string(),
    to: Time.describe('Now, in virtual time.'),
    last24Hours: WebhookEndpointPeriod,
    last7Days: WebhookEndpointPeriod,
    last30Days: WebhookEndpointPeriod,
  })
  .meta({ id: 'WebhookEndpointStatistics' });

const DeliveryCause = Cause.extend({ code: z.enum(failureCauses) }).meta({ id: 'DeliveryCause' });

const WebhookDeliveryFailure = z
  .object({
    endpointId: z.string(),
    cause: DeliveryCause.describe('The cause of the last failed attempt of the group.'),
    deliveries: Count.min(1).describe(
      'The number of deliveries. `GET /v1/webhook-deliveries` with `endpointId` and `cause` lists them.',
    ),
    failed: Count.describe('The deliveries that have failed permanently. They can be replayed.'),
    retrying: Count.describe('The deliveries that are retried automatically.'),
    since: Time.describe(
      'When the first of their attempts failed for this cause, in virtual time.',
    ),
    lastFailedAt: Time,
    oldestCreatedAt: Time.describe('Use it as `since` to recover all of them.'),
    lastDeliveryId: z.string().describe('The delivery that failed last.'),
    complete: z
      .boolean()
      .describe(
        `\`false\` if ${figure('countedFailures')} deliveries or more have failed for this cause, to any endpoint. The oldest are not counted.`,
      ),
  })
  .meta({ id: 'WebhookDeliveryFailure' });

export const WebhookDeliveryFailures = z
  .object({
    failures: list('failureGroups', WebhookDeliveryFailure).describe(
      `Most deliveries first. At most ${figure('failureGroups')}.`,
    ),
  })
  .meta({ id: 'WebhookDeliveryFailures' });

export const RecoverDeliveries = z
  .strictObject({
    since: Instant.describe('Deliveries or events created at this time or later.'),
    until: Instant.optional().describe(
      'Deliveries or events created at this time or earlier. Default: now.',
    ),
    include: z
      .enum(['failed', 'missing', 'all'])
      .default('failed')
      .describe(
        '`failed`: replay the failed deliveries. `missing`: deliver the events that the endpoint subscribes to now and has no delivery of, such as those from before it existed. `all`: both.',
      ),
    cause: z
      .enum(failureCauses)
      .optional()
      .describe(
        'Only deliveries that failed for this cause. Default: any cause. Only with `include` `failed`.',
      ),
  })
  .meta({ id: 'RecoverDeliveries' });

export const Recovery = z
  .object({
    endpointId: z.string(),
    since: Time,
    until: Time,
    found: z.int().describe('The failed deliveries that will be replayed, oldest first.'),
    missing: z
      .int()
      .describe('The events without a delivery that will be delivered, oldest first.'),
    complete: z
      .boolean()
      .describe(
        `\`false\` if the range has ${figure('countedMissing')} events or more. Missing events among the later ones are delivered, and not counted.`,
      ),
    retrying: z
      .int()
      .describe(
        'Deliveries of the range that are not replayed, because they are still being retried.',
      ),
    nextAttemptAt: Time.nullable().describe(
      'When the first of the retried deliveries is attempted. `null` if there are none.',
    ),
  })
  .meta({ id: 'Recovery' });

export const SendTestDelivery = z
  .strictObject({ eventType: text('slug').describe('See `GET /v1/event-types`.') })
  .meta({ id: 'SendTestDelivery' });

export function deliveryToWire(row: ShownDelivery) {
  const { lastAttempt: last, variant, hasRelated } = row;
  const lastAttempt = last && { ...last, error: whyFailed(last) };
  const includesRelated = variant === 'related' && hasRelated;
  return toWire(WebhookDelivery, { ...row, lastAttempt, includesRelated });
}

export function attemptToWire(row: AttemptRow, diagnosis: WireOf<typeof Diagnosis> | null) {
  return toWire(WebhookAttempt, { ...row, error: whyFailed(row), diagnosis });
}
