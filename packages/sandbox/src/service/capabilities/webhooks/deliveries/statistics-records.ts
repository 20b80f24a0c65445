import {
  and,
  between,
  type Column,
  count,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNull,
  lt,
  lte,
  or,
  sql as raw,
  type SQL,
} from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import {
  webhookAttempts as attempts,
  webhookDeliveries as deliveries,
  webhookEndpoints as endpoints,
} from '../../../db/schema/index.js';
import type { Sql } from '../../../db/sql.js';
import type { Scope } from '../../../kernel/command.js';
import { only } from '../../../kernel/lists.js';
import { limits } from '../../../limits/limits.js';
import { deliveryStatuses, type FailureCause, failureCauses } from '../delivery-records.js';
import type { DeliveryStatus } from '../delivery-states.js';
import { deliveriesWithin, isOwn } from './records.js';
import { EARLIEST } from './time-buckets.js';

/** Counts the deliveries of each status that has any. @param most The highest count of a status. */
export function countInStatuses(
  sql: Sql,
  scope: Scope,
  filter: { readonly endpointId?: string | undefined },
  most: number,
) {
  // With a constant for each status. The planner would expect a status that it does not know in every delivery, if all are alike.
  const [first, second, ...others] = deliveryStatuses;
  const inStatus = (status: DeliveryStatus) =>
    sql
      .select({ status: deliveries.status })
      .from(deliveries)
      .where(and(deliveriesWithin(filter, scope, sql), eq(deliveries.status, status)))
      // In the order of an index, or the database would read the whole table for a rare status.
      .orderBy(desc(deliveries.createdAt), desc(deliveries.seq))
      .limit(most);
  const counted = unionAll(inStatus(first), inStatus(second), ...others.map(inStatus)).as(
    'counted',
  );
  return sql
    .select({ status: counted.status, deliveries: count() })
    .from(counted)
    .groupBy(counted.status);
}

/** Counts the newest deliveries of a range by status and bucket of creation time. @param seconds The size of a bucket. */
export function countDeliveries(
  sql: Sql,
  within: SQL,
  { from, last }: { readonly from: Date; readonly last: Date },
  seconds: number,
  most: number,
) {
  const { createdAt, seq, status } = deliveries;
  const newest = sql
    .select({ createdAt, status })
    .from(deliveries)
    .where(and(within, gt(createdAt, from), lte(createdAt, last)))
    .orderBy(desc(createdAt), desc(seq))
    .limit(most)
    .as('newest');
  return sql
    .select({
      start: startOfBucket(newest.createdAt, seconds).mapWith(createdAt),
      status: newest.status,
      deliveries: count(),
    })
    .from(newest)
    .groupBy(raw`1`, newest.status);
}

const { most: MOST_DELIVERIES } = limits.countedDeliveries;
const { most: MOST_ATTEMPTS } = limits.shownAttempts;

/** A period of creation times. */
interface Period {
  /** Exclusive. */
  readonly from: Date;
  /** Inclusive. */
  readonly to: Date;
}

/**
 * Counts the newest deliveries of a period, and their attempts. The number of rows that it reads is bounded.
 *
 * @param seconds The size of the buckets in which attempts are counted, by start time.
 */
export async function countAnswers(sql: Sql, within: SQL, period: Period, seconds: number) {
  const newest = newestDeliveries(sql, within, period).limit(MOST_DELIVERIES).as('newest');
  // The limit makes the database look up each delivery instead of reading all attempts of all time.
  const ended = sql
    .select({
      state: attempts.state,
      status: attempts.responseStatus,
      ms: attempts.durationMs,
      start: startOfBucket(attempts.startedAt, seconds).mapWith(attempts.startedAt).as('start'),
    })
    .from(attempts)
    .where(
      and(
        eq(attempts.deliveryId, newest.id),
        inArray(attempts.state, ['succeeded', 'failed']),
        isOwn,
      ),
    )
    .orderBy(desc(attempts.number))
    .limit(MOST_ATTEMPTS)
    .as('ended');
  const responseMs = (part: number) =>
    raw<
      number | null
    >`percentile_disc(${part}::double precision) within group (order by ${ended.ms})
      filter (where ${ended.status} is not null)`;
  const answers = await sql
    .select({
      start: ended.start,
      isWhole: raw<boolean>`grouping(${ended.start}) = 1`,
      attempts: count(),
      acknowledged: countOf(eq(ended.state, 'succeeded')),
      byResponse: {
        '2xx': countOf(between(ended.status, 200, 299)),
        '3xx': countOf(between(ended.status, 300, 399)),
        '4xx': countOf(between(ended.status, 400, 499)),
        '5xx': countOf(or(gte(ended.status, 500), lt(ended.status, 200))),
        none: countOf(isNull(ended.status)),
      },
      medianResponseMs: responseMs(0.5),
      p95ResponseMs: responseMs(0.95),
    })
    .from(newest)
    .innerJoinLateral(ended, raw`true`)
    .groupBy(raw`grouping sets ((), (${ended.start}))`);
  const rows = await sql
    .select({
      deliveries: count(),
      failed: countOf(eq(newest.status, 'failed')),
      longer: countOf(gt(newest.attemptCount, MOST_ATTEMPTS)),
    })
    .from(newest);
  const { longer, ...counted } = only(rows);
  const older = await newestDeliveries(sql, within, period).offset(MOST_DELIVERIES).limit(1);
  const complete = longer === 0 && older.length === 0;
  return {
    whole: { ...only(answers.filter(({ isWhole }) => isWhole)), ...counted, complete },
    parts: answers.filter(({ isWhole }) => !isWhole),
  };
}

const countOf = (condition: SQL | undefined) =>
  raw<number>`(count(*) filter (where ${condition}))::int`;

function newestDeliveries(sql: Sql, within: SQL, { from, to }: Period) {
  const { id, status, attemptCount, createdAt, seq } = deliveries;
  return sql
    .select({ id, status, attemptCount })
    .from(deliveries)
    .where(and(within, gt(createdAt, from), lte(createdAt, to)))
    .orderBy(desc(createdAt), desc(seq));
}

const { most: MOST_OF_CAUSE } = limits.countedFailures;
const { most: MOST_GROUPS } = limits.failureGroups;

/** The deliveries to group. Both times are exclusive. */
interface Wanted {
  readonly endpointId?: string | undefined;
  readonly createdAfter?: Date | undefined;
  readonly createdBefore?: Date | undefined;
}

/**
 * Groups the deliveries that have not arrived by endpoint and cause, each with its last failed attempt. Leaves out deleted
 * endpoints.
 */
export function selectFailures(sql: Sql, scope: Scope, wanted: Wanted) {
  const groups = failureGroups(sql, scope, wanted);
  const last = sql
    .select({
      state: attempts.state,
      url: attempts.url,
      fault: attempts.fault,
      responseStatus: attempts.responseStatus,
      errorCode: attempts.errorCode,
      errorMessage: attempts.errorMessage,
      location: answerHeader('location').as('location'),
      retryAfter: answerHeader('retry-after').as('retry_after'),
    })
    .from(attempts)
    .where(
      and(
        eq(attempts.deliveryId, groups.lastDeliveryId),
        isOwn,
        // An attempt that was interrupted and made again has not failed.
        or(
          eq(attempts.state, 'failed'),
          and(eq(attempts.state, 'interrupted'), eq(groups.cause, 'interrupted')),
        ),
      ),
    )
    .orderBy(desc(attempts.number))
    .limit(1)
    .as('last');
  return sql
    .select({
      endpointId: groups.endpointId,
      cause: groups.cause,
      deliveries: groups.deliveries,
      failed: groups.failed,
      retrying: groups.retrying,
      since: groups.since,
      lastFailedAt: groups.lastFailedAt,
      oldestCreatedAt: groups.oldestCreatedAt,
      lastDeliveryId: groups.lastDeliveryId,
      complete: groups.complete,
      attempt: {
        state: last.state,
        url: last.url,
        fault: last.fault,
        responseStatus: last.responseStatus,
        errorCode: last.errorCode,
        errorMessage: last.errorMessage,
        location: last.location,
        retryAfter: last.retryAfter,
      },
    })
    .from(groups)
    .innerJoin(endpoints, and(eq(endpoints.id, groups.endpointId), isNull(endpoints.deletedAt)))
    .innerJoinLateral(last, raw`true`)
    .orderBy(desc(groups.deliveries), desc(groups.lastFailedAt), groups.endpointId, groups.cause)
    .limit(MOST_GROUPS);
}

/** Reads the newest deliveries of each cause from an index, up to a limit. */
function failureGroups(
  sql: Sql,
  scope: Scope,
  { endpointId, createdAfter, createdBefore }: Wanted,
) {
  const { id, cause, status, failingSince, failedAt, createdAt, seq } = deliveries;
  // With a constant for each cause, as above.
  const [first, second, ...others] = failureCauses;
  const forCause = (each: FailureCause) =>
    sql
      .select({
        id,
        endpointId: deliveries.endpointId,
        cause: raw`${cause}`.mapWith(cause).as('failed_for'),
        status,
        failingSince,
        failedAt,
        createdAt,
        seq,
      })
      .from(deliveries)
      .where(
        and(
          deliveriesWithin({ endpointId }, scope, sql),
          eq(cause, each),
          createdAfter && gt(createdAt, createdAfter),
          createdBefore && lt(createdAt, createdBefore),
        ),
      )
      .orderBy(desc(createdAt), desc(seq))
      .limit(MOST_OF_CAUSE);
  const newest = unionAll(forCause(first), forCause(second), ...others.map(forCause)).as('newest');
  const those = (which = raw`true`) => raw<number>`(count(*) filter (where ${which}))::int`;
  return sql
    .select({
      endpointId: newest.endpointId,
      cause: newest.cause,
      deliveries: those().as('deliveries'),
      failed: those(eq(newest.status, 'failed')).as('failed'),
      retrying: those(eq(newest.status, 'retrying')).as('retrying'),
      since: raw`min(${newest.failingSince})`.mapWith(failingSince).as('since'),
      lastFailedAt: raw`max(${newest.failedAt})`.mapWith(failedAt).as('last_failed_at'),
      oldestCreatedAt: raw`min(${newest.createdAt})`.mapWith(createdAt).as('oldest_created_at'),
      lastDeliveryId:
        raw<string>`(array_agg(${newest.id} order by ${newest.failedAt} desc, ${newest.seq} desc))[1]`.as(
          'last_delivery_id',
        ),
      complete:
        raw<boolean>`sum(count(*)) over (partition by ${newest.cause}) < ${MOST_OF_CAUSE}`.as(
          'complete',
        ),
    })
    .from(newest)
    .groupBy(newest.endpointId, newest.cause)
    .as('failures');
}

const answerHeader = (name: string) => raw<string | null>`${attempts.responseHeaders} ->> ${name}`;

/** The start of the bucket of a time. */
function startOfBucket(time: Column, seconds: number): SQL {
  const size = raw`make_interval(secs => ${seconds}::double precision)`;
  return raw`date_bin(${size}, ${time}, ${EARLIEST.toISOString()}::timestamptz)`;
}
