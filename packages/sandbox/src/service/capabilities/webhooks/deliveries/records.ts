import {
  and,
  type Column,
  desc,
  eq,
  getTableColumns,
  inArray,
  lte,
  ne,
  sql as raw,
  type SQL,
} from 'drizzle-orm';
import {
  webhookAttempts as attempts,
  webhookDeliveries as deliveries,
  webhookEndpoints as endpoints,
  events,
} from '../../../db/schema/index.js';
import type { Sql } from '../../../db/sql.js';
import { integrationResource, joinedResource, type RowOf } from '../../../http/resource.js';
import { idInScope, inTenant, ofOwner, type Scope } from '../../../kernel/command.js';
import { isAbout } from '../events/records.js';

export const deliveryRecords = integrationResource(deliveries, 'webhook_delivery');
export type DeliveryRow = RowOf<typeof deliveries>;
export type AttemptRow = typeof attempts.$inferSelect;

/** The condition for attempts that no fault has added. */
export const isOwn = ne(attempts.trigger, 'fault');

/** A delivery as the API shows it: with the subject of its event and its last attempt. */
export interface ShownDelivery extends DeliveryRow {
  readonly subjectId: string;
  /** Whether the event has a body with `related`. */
  readonly hasRelated: boolean;
  /** The last attempt that counts for the delivery. `null` if there is none yet. */
  readonly lastAttempt: Pick<
    AttemptRow,
    'number' | 'state' | 'responseStatus' | 'errorCode' | 'errorMessage'
  > | null;
}

/** The columns of a shown delivery, from its table, the table of its event, and {@link selectLastAttempt}. */
export const shownColumns = (last: LastAttempt) => ({
  ...getTableColumns(deliveries),
  subjectId: events.subjectId,
  hasRelated: raw<boolean>`${events.bodyWithRelated} is not null`,
  lastAttempt: {
    number: last.number,
    state: last.state,
    responseStatus: last.responseStatus,
    errorCode: last.errorCode,
    errorMessage: last.errorMessage,
  },
});

export const shownDeliveries = joinedResource<typeof deliveries, ShownDelivery>(
  deliveries,
  'webhook_delivery',
  (sql) => {
    const last = selectLastAttempt(sql, deliveries.attemptCount);
    return sql
      .select(shownColumns(last))
      .from(deliveries)
      .innerJoin(events, eq(events.id, deliveries.eventId))
      .leftJoinLateral(last, raw`true`)
      .$dynamic();
  },
);

/** The condition for the deliveries that a principal may see, of all endpoints or of one. */
export function deliveriesWithin(
  { endpointId }: { readonly endpointId?: string | undefined },
  scope: Scope,
  sql: Sql,
): SQL {
  if (endpointId === undefined) return ofOwner(deliveries, scope);
  // The deliveries of an endpoint have its owner, so no other condition is needed. With one, the database would combine the
  // indexes of the endpoint and of the owner, and read all entries of both.
  return eq(deliveries.endpointId, visibleEndpoint(sql, scope, endpointId));
}

function visibleEndpoint(sql: Sql, scope: Scope, endpointId: string) {
  return sql
    .select({ id: endpoints.id })
    .from(endpoints)
    .where(idInScope(endpoints, scope, endpointId));
}

/**
 * The same condition, for a statement that reads the newest thousands. With the id of the endpoint itself, the database knows how many
 * deliveries it has. Otherwise it may read and sort all of them.
 */
export async function newestWithin(
  { endpointId }: { readonly endpointId?: string | undefined },
  scope: Scope,
  sql: Sql,
): Promise<SQL> {
  if (endpointId === undefined) return ofOwner(deliveries, scope);
  const [visible] = await visibleEndpoint(sql, scope, endpointId);
  return visible ? eq(deliveries.endpointId, visible.id) : raw`false`;
}

/** The condition for deliveries whose event is about an object, and has a reference of the caller. */
export function aboutSubject(
  {
    subjectId,
    externalId,
  }: { readonly subjectId?: string | undefined; readonly externalId?: string | undefined },
  scope: Scope,
  sql: Sql,
): SQL | undefined {
  const about = isAbout({ subjectId }, scope);
  return and(
    about && inArray(deliveries.eventId, sql.select({ id: events.id }).from(events).where(about)),
    // The index begins with the tenant.
    externalId === undefined
      ? undefined
      : and(inTenant(deliveries, scope), eq(deliveries.externalId, externalId)),
  );
}

/** The bytes that every attempt of a delivery sends. */
export function chooseBody(
  { variant }: DeliveryRow,
  { body, bodyWithRelated }: Pick<RowOf<typeof events>, 'body' | 'bodyWithRelated'>,
): Uint8Array {
  return variant === 'related' ? (bodyWithRelated ?? body) : body;
}

export async function readBody(sql: Sql, delivery: DeliveryRow): Promise<Uint8Array> {
  const { body, bodyWithRelated, id } = events;
  const [event] = await sql
    .select({ body, bodyWithRelated })
    .from(events)
    .where(eq(id, delivery.eventId));
  if (!event) throw new Error(`The event ${delivery.eventId} is gone.`);
  return chooseBody(delivery, event);
}

/** Selects the last attempts of a delivery, newest first. @param which `own`: without those that faults have added. */
export function lastAttempts(sql: Sql, deliveryId: string, most: number, which: 'all' | 'own') {
  return sql
    .select()
    .from(attempts)
    .where(and(eq(attempts.deliveryId, deliveryId), which === 'own' ? isOwn : undefined))
    .orderBy(desc(attempts.number))
    .limit(most);
}

export type LastAttempt = ReturnType<typeof selectLastAttempt>;

/** Selects the last attempt of each delivery of the outer query, without attempts by faults. @param upTo The highest number. */
export function selectLastAttempt(sql: Sql, upTo: Column) {
  const { number, state, responseStatus, errorCode, errorMessage } = attempts;
  return sql
    .select({ number, state, responseStatus, errorCode, errorMessage })
    .from(attempts)
    .where(and(eq(attempts.deliveryId, deliveries.id), lte(number, upTo), isOwn))
    .orderBy(desc(number))
    .limit(1)
    .as('last_attempt');
}

/** Selects a delivery for the service itself. */
export function selectDelivery(tx: Sql, id: string) {
  return tx.select().from(deliveries).where(eq(deliveries.id, id));
}
