import { and, desc, eq, inArray, type SQL } from 'drizzle-orm';
import {
  events,
  webhookAttempts,
  webhookDeliveries,
  webhookEndpoints,
} from '../../../db/schema/index.js';
import type { Sql } from '../../../db/sql.js';
import { isWithin, matches } from '../../../http/filter.js';
import type { PageRange } from '../../../http/paging.js';
import { rowsIn } from '../../../http/paging.js';
import { idInScope, inTenant, ofOwner, type Scope } from '../../../kernel/scope.js';
import { limits } from '../../../limits/limits.js';
import type { DeliveryStatus } from '../delivery-states.js';

export type DeliveryRow = typeof webhookDeliveries.$inferSelect;

/** What a list of deliveries may be filtered by. */
export interface DeliveryFilter {
  readonly endpointId?: string | undefined;
  readonly eventId?: string | undefined;
  readonly eventType?: string | undefined;
  readonly subjectId?: string | undefined;
  readonly status?: DeliveryStatus | undefined;
  readonly createdAfter?: string | undefined;
  readonly createdBefore?: string | undefined;
}

export async function findDelivery(sql: Sql, scope: Scope, id: string): Promise<DeliveryRow[]> {
  return select(sql).where(idInScope(webhookDeliveries, scope, id));
}

/** The row stays locked until the transaction ends. */
export async function lockDelivery(tx: Sql, scope: Scope, id: string): Promise<DeliveryRow[]> {
  return select(tx)
    .where(idInScope(webhookDeliveries, scope, id))
    .for('update');
}

export async function listDeliveries(
  sql: Sql,
  scope: Scope,
  filter: DeliveryFilter,
  range: PageRange,
): Promise<DeliveryRow[]> {
  return rowsIn(select(sql), range, matching(sql, scope, filter));
}

/** The condition for the deliveries of a filter that a principal may see. */
export function matching(sql: Sql, scope: Scope, filter: DeliveryFilter): SQL | undefined {
  const table = webhookDeliveries;
  const { endpointId, eventId, eventType, subjectId, status } = filter;
  return and(
    endpointId === undefined
      ? ofOwner(table, scope)
      : eq(table.endpointId, visibleId(sql, scope, endpointId)),
    subjectId === undefined ? undefined : inArray(table.eventId, eventsOf(sql, scope, subjectId)),
    matches(table, { eventId, eventType, status }),
    isWithin(table.createdAt, filter),
  );
}

/**
 * The id of an endpoint, or none for one of another. Its deliveries have the same owner, so no other condition is needed.
 * With one, the database would combine the indexes of the endpoint and of the owner, and read all that both have.
 */
function visibleId(sql: Sql, scope: Scope, endpointId: string) {
  return sql
    .select({ id: webhookEndpoints.id })
    .from(webhookEndpoints)
    .where(idInScope(webhookEndpoints, scope, endpointId));
}

function eventsOf(sql: Sql, scope: Scope, subjectId: string) {
  return sql
    .select({ id: events.id })
    .from(events)
    .where(and(inTenant(events, scope), eq(events.subjectId, subjectId)));
}

/** The last attempts of a delivery, newest first. */
export async function lastAttempts(sql: Sql, deliveryId: string) {
  return sql
    .select()
    .from(webhookAttempts)
    .where(eq(webhookAttempts.deliveryId, deliveryId))
    .orderBy(desc(webhookAttempts.number))
    .limit(limits.shownAttempts.most);
}

/** The bytes that every attempt of a delivery sends. */
export async function bodyOf(sql: Sql, { eventId, variant }: DeliveryRow): Promise<Uint8Array> {
  const [event] = await sql
    .select({ body: events.body, bodyWithRelated: events.bodyWithRelated })
    .from(events)
    .where(eq(events.id, eventId));
  if (!event) throw new Error(`The event ${eventId} is gone.`);
  return variant === 'related' ? (event.bodyWithRelated ?? event.body) : event.body;
}

function select(sql: Sql) {
  return sql.select().from(webhookDeliveries).$dynamic();
}
