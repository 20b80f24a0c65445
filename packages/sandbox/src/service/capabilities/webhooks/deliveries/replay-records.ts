import {
  and,
  asc,
  count,
  eq,
  gte,
  inArray,
  isNull,
  lte,
  min,
  sql as raw,
  type SQL,
} from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import { webhookDeliveries as deliveries, events, jobs } from '../../../db/schema/index.js';
import type { Sql } from '../../../db/sql.js';
import type { Command } from '../../../kernel/command.js';
import { updateRows } from '../../../kernel/update-rows.js';
import { limits } from '../../../limits/limits.js';
import type { FailureCause } from '../delivery-records.js';
import type { EndpointRow } from '../endpoints/records.js';
import { isPreview } from '../events/event-types.js';
import type { DeliveryRow } from './records.js';

/** Makes replays due. A replay that fails goes back to the status that its delivery has now. */
export async function insertReplays(
  command: Command,
  { id: endpointId, tenantId }: { readonly id: string; readonly tenantId: string },
  ids: readonly string[],
  changes: Partial<DeliveryRow>,
): Promise<void> {
  const statusBeforeReplay = raw`${deliveries.status}`;
  await updateRows(command, deliveries, { ...changes, statusBeforeReplay }).where(
    inArray(deliveries.id, [...ids]),
  );
  const job = { kind: 'manual_attempt' as const, dueAt: command.now, endpointId, tenantId };
  await command.tx.insert(jobs).values(ids.map((ref) => ({ ...job, ref })));
}

/** The deliveries or events of a recovery: created from `since`, at that time with a `seq` after `after`, and up to `until`. */
export interface Range {
  readonly since: Date;
  readonly after: number;
  readonly until: Date;
  /** Only deliveries that failed for this cause. */
  readonly cause?: FailureCause | undefined;
}

export function countFailed(tx: Sql, endpointId: string, range: Range): Promise<number> {
  return tx.$count(deliveries, isFailed(endpointId, range));
}

/** Counts the deliveries of a range that have failed and will be retried, and finds when the first of them is due. */
export async function countRetrying(tx: Sql, endpointId: string, { since, until, cause }: Range) {
  const { createdAt, nextAttemptAt, status } = deliveries;
  const [counted] = await tx
    .select({ retrying: count(), nextAttemptAt: min(nextAttemptAt) })
    .from(deliveries)
    .where(
      and(
        eq(deliveries.endpointId, endpointId),
        eq(status, 'retrying'),
        gte(createdAt, since),
        lte(createdAt, until),
        cause && eq(deliveries.cause, cause),
      ),
    );
  return counted ?? { retrying: 0, nextAttemptAt: null };
}

/** Locks the oldest failed deliveries of a range. Skips those that another transaction holds. */
export function lockFailed(tx: Sql, endpointId: string, range: Range, most: number) {
  return tx
    .select()
    .from(deliveries)
    .where(isFailed(endpointId, range))
    .orderBy(asc(deliveries.createdAt), asc(deliveries.seq))
    .limit(most)
    .for('update', { skipLocked: true });
}

function isFailed(endpointId: string, { since, after, until, cause }: Range): SQL | undefined {
  const { createdAt, seq, status, statusBeforeReplay } = deliveries;
  return and(
    eq(deliveries.endpointId, endpointId),
    eq(status, 'failed'),
    isNull(statusBeforeReplay),
    raw`(${createdAt}, ${seq}) > (${since.toISOString()}::timestamptz, ${after}::bigint)`,
    lte(createdAt, until),
    cause && eq(deliveries.cause, cause),
  );
}

/**
 * Selects the events of a range that an endpoint would get if they happened now, oldest first, and whether it has a delivery of
 * each. Leaves out tests, which are sent to one endpoint once, and events whose deliveries were deleted.
 */
export function selectSubscribed(
  { tx, previewEvents }: Pick<Command, 'tx' | 'previewEvents'>,
  { id: endpointId, tenantId, integrationId, eventTypes }: EndpointRow,
  { since, after, until }: Range,
  most: number,
) {
  const { id, type, created, seq, test, externalId, deliveriesDeleted } = events;
  const columns = { id, type, test, externalId, seq, createdAt: created };
  // Per type, because the indexes with this order begin with the type; with a constant for each, because the planner would expect a
  // type that it does not know in every event, if all are alike.
  const ofType = (each: string | null) =>
    tx
      .select({ ...columns, tenantId: events.tenantId, integrationId: events.integrationId })
      .from(events)
      .where(
        and(
          integrationId === null
            ? and(eq(events.tenantId, tenantId), isNull(events.integrationId))
            : eq(events.integrationId, integrationId),
          each === null ? raw`false` : eq(type, each),
          eq(test, false),
          eq(deliveriesDeleted, false),
          raw`(${created}, ${seq}) > (${since.toISOString()}::timestamptz, ${after}::bigint)`,
          lte(created, until),
        ),
      )
      .orderBy(asc(created), asc(seq))
      .limit(most);
  // A union has two parts at least, even if nothing is subscribed.
  const [first = null, second = null, ...others] = eventTypes.filter(
    (each) => previewEvents || !isPreview(each),
  );
  const subscribed = unionAll(ofType(first), ofType(second), ...others.map(ofType)).as(
    'subscribed',
  );
  // An event has few deliveries. With a condition on the endpoint, the database would sometimes read all deliveries of the
  // endpoint for each event: its statistics do not know a new endpoint.
  const delivered = raw<boolean>`${endpointId} = any(array(
    select ${deliveries.endpointId} from ${deliveries} where ${deliveries.eventId} = subscribed.id))`;
  return tx
    .select({
      id: subscribed.id,
      type: subscribed.type,
      test: subscribed.test,
      externalId: subscribed.externalId,
      tenantId: subscribed.tenantId,
      integrationId: subscribed.integrationId,
      createdAt: subscribed.createdAt,
      seq: subscribed.seq,
      delivered: delivered.as('delivered'),
    })
    .from(subscribed)
    .orderBy(asc(subscribed.createdAt), asc(subscribed.seq))
    .limit(most);
}

/** Counts the events of a range that an endpoint has no delivery of. @returns `complete`: whether all events were counted. */
export async function countMissing(command: Command, endpoint: EndpointRow, range: Range) {
  const { most } = limits.countedMissing;
  const looked = selectSubscribed(command, endpoint, range, most).as('looked');
  const [counted] = await command.tx
    .select({
      looked: count(),
      missing: raw`count(*) filter (where not ${looked.delivered})`.mapWith(Number),
    })
    .from(looked);
  const { looked: seen = 0, missing = 0 } = counted ?? {};
  return { missing, complete: seen < most };
}
