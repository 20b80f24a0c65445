import { and, asc, count, eq, isNull, lte, sql as raw } from 'drizzle-orm';
import { webhookDeliveries as deliveries, events } from '../../../db/schema/index.js';
import type { Command } from '../../../kernel/command.js';
import { limits } from '../../../limits/limits.js';
import type { EndpointRow } from '../endpoints/records.js';
import { isPreview } from '../events/event-types.js';
import type { Range } from './records.js';

/**
 * Selects the events of a range that an endpoint would get if they happened now, oldest first, and whether it has a delivery of
 * each. Leaves out tests, which are sent to one endpoint once, and events whose deliveries were deleted.
 */
export function selectSubscribed(
  { tx, previewEvents }: Command,
  { id: endpointId, tenantId, integrationId, eventTypes }: EndpointRow,
  { since, after, until }: Range,
  most: number,
) {
  const { id, type, created, seq, test, externalId, deliveriesDeleted } = events;
  const columns = { id, type, test, externalId, seq, createdAt: created };
  // Per type, because the indexes with this order begin with the type.
  const ofType = tx
    .select({ ...columns, tenantId: events.tenantId, integrationId: events.integrationId })
    .from(events)
    .where(
      and(
        integrationId === null
          ? and(eq(events.tenantId, tenantId), isNull(events.integrationId))
          : eq(events.integrationId, integrationId),
        raw`${type} = subscribed.type`,
        eq(test, false),
        eq(deliveriesDeleted, false),
        raw`(${created}, ${seq}) > (${since.toISOString()}::timestamptz, ${after}::bigint)`,
        lte(created, until),
      ),
    )
    .orderBy(asc(created), asc(seq))
    .limit(most)
    .as('of_type');
  const types = eventTypes.filter((each) => previewEvents || !isPreview(each));
  // An event has few deliveries. With a condition on the endpoint, the database would sometimes read all deliveries of the
  // endpoint for each event: its statistics do not know a new endpoint.
  const delivered = raw<boolean>`${endpointId} = any(array(
    select ${deliveries.endpointId} from ${deliveries} where ${deliveries.eventId} = ${ofType.id}))`;
  return tx
    .select({
      id: ofType.id,
      type: ofType.type,
      test: ofType.test,
      externalId: ofType.externalId,
      tenantId: ofType.tenantId,
      integrationId: ofType.integrationId,
      createdAt: ofType.createdAt,
      seq: ofType.seq,
      delivered: delivered.as('delivered'),
    })
    .from(raw`unnest(${raw.param(types)}::text[]) as subscribed(type)`)
    .innerJoinLateral(ofType, raw`true`)
    .orderBy(asc(ofType.createdAt), asc(ofType.seq))
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
