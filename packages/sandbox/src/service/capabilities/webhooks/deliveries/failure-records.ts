import { and, desc, eq, gt, isNull, lt, or, sql as raw } from 'drizzle-orm';
import {
  webhookAttempts as attempts,
  webhookDeliveries as deliveries,
  webhookEndpoints as endpoints,
} from '../../../db/schema/index.js';
import type { Sql } from '../../../db/sql.js';
import type { Scope } from '../../../kernel/command.js';
import { limits } from '../../../limits/limits.js';
import { failureCauses } from '../delivery-records.js';
import { isOwn } from './attempt-records.js';
import { deliveriesWithin } from './records.js';

const { most: MOST_DELIVERIES } = limits.countedFailures;
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
  const newest = sql
    .select({
      id,
      endpointId: deliveries.endpointId,
      // The column of the index.
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
        raw`${cause} = known.cause`,
        createdAfter && gt(createdAt, createdAfter),
        createdBefore && lt(createdAt, createdBefore),
      ),
    )
    .orderBy(desc(createdAt), desc(seq))
    .limit(MOST_DELIVERIES)
    .as('newest');
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
        raw<boolean>`sum(count(*)) over (partition by ${newest.cause}) < ${MOST_DELIVERIES}`.as(
          'complete',
        ),
    })
    .from(raw`unnest(${raw.param([...failureCauses])}::text[]) as known(cause)`)
    .innerJoinLateral(newest, raw`true`)
    .groupBy(newest.endpointId, newest.cause)
    .as('failures');
}

const answerHeader = (name: string) => raw<string | null>`${attempts.responseHeaders} ->> ${name}`;
