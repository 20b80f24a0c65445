import { and, desc, eq, inArray, type SQL } from 'drizzle-orm';
import {
  events,
  webhookAttempts,
  webhookDeliveries,
  webhookEndpoints,
} from '../../../db/schema/index.js';
import type { Sql } from '../../../db/sql.js';
import { idInScope, inTenant, ofOwner, type Scope } from '../../../kernel/scope.js';
import { limits } from '../../../limits/limits.js';
import type { DeliveryRow } from './records.js';

/** The condition of the deliveries that a principal may see, of all endpoints or of one. */
export function deliveriesWithin(
  { endpointId }: { readonly endpointId?: string | undefined },
  scope: Scope,
  sql: Sql,
): SQL {
  return endpointId === undefined
    ? ofOwner(webhookDeliveries, scope)
    : eq(webhookDeliveries.endpointId, visibleId(sql, scope, endpointId));
}

/** The condition of the deliveries whose event is about an object. */
export function aboutSubject(
  { subjectId }: { readonly subjectId?: string | undefined },
  scope: Scope,
  sql: Sql,
): SQL | undefined {
  return subjectId === undefined
    ? undefined
    : inArray(webhookDeliveries.eventId, eventsOf(sql, scope, subjectId));
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
