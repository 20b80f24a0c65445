import { and, asc, eq, inArray, isNotNull, isNull, sql as raw, type SQL } from 'drizzle-orm';
import { webhookDeliveries, webhookEndpoints } from '../../../db/schema/index.js';
import type { Sql } from '../../../db/sql.js';
import { integrationResource, type RowOf, withStates } from '../../../http/resource.js';
import { type Command, inTenant, type ScopedCommand } from '../../../kernel/command.js';
import { updateRows, writeRows } from '../../../kernel/update-rows.js';
import type { OwnedEvent } from '../events/store-event.js';
import { endpointStates } from './states.js';

/** The endpoints that were not deleted. Deliveries still refer to the others. */
export const endpointRecords = withStates(
  integrationResource(webhookEndpoints, 'webhook_endpoint', {
    exists: isNull(webhookEndpoints.deletedAt),
  }),
  endpointStates,
);
export type EndpointRow = RowOf<typeof webhookEndpoints>;

export const boundedEndpoints = {
  limit: 'webhookEndpoints',
  table: webhookEndpoints,
  counts: endpointRecords.exists,
  what: 'webhook_endpoint',
  noun: 'webhook endpoints',
  cure: 'Delete one first.',
} as const;

/** All endpoints: the deliveries of deleted ones can still be read. */
export const formerEndpointRecords = integrationResource(webhookEndpoints, 'webhook_endpoint');

/** The owner of an endpoint: the account, or an integration of it (spec section 6, rule 2). */
export type OwnerType = 'account' | 'integration';

export function ownerType(integrationId: string | null): OwnerType {
  return integrationId === null ? 'account' : 'integration';
}

export function isOwnedBy(owner: OwnerType): SQL {
  const { integrationId } = webhookEndpoints;
  return owner === 'account' ? isNull(integrationId) : isNotNull(integrationId);
}

/** Selects an endpoint for the service itself, even a deleted one. */
export function selectEndpoint(tx: Sql, id: string) {
  return tx.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, id));
}

export function selectDeliveryEndpoint(tx: Sql, deliveryId: string) {
  const id = tx
    .select({ id: webhookDeliveries.endpointId })
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.id, deliveryId));
  return tx.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, id));
}

/** Selects the endpoints that subscribe to an event. @param endpointId Only this one. Default: all. */
export function selectSubscribers(
  tx: Sql,
  { type, tenantId, integrationId }: Pick<OwnedEvent, 'type' | 'tenantId' | 'integrationId'>,
  endpointId?: string,
) {
  return tx
    .select()
    .from(webhookEndpoints)
    .where(
      and(
        eq(webhookEndpoints.tenantId, tenantId),
        integrationId === null
          ? isNull(webhookEndpoints.integrationId)
          : eq(webhookEndpoints.integrationId, integrationId),
        isNull(webhookEndpoints.deletedAt),
        endpointId === undefined ? undefined : eq(webhookEndpoints.id, endpointId),
        raw`${type} = any(${webhookEndpoints.eventTypes})`,
      ),
    )
    .orderBy(webhookEndpoints.seq);
}

/** Locks all endpoints of an integration, oldest first. */
export async function lockIntegrationEndpoints(
  { tx, scope }: ScopedCommand,
  integrationId: string,
): Promise<EndpointRow[]> {
  return endpointRecords
    .query(tx)
    .where(
      and(
        inTenant(webhookEndpoints, scope),
        eq(webhookEndpoints.integrationId, integrationId),
        endpointRecords.exists,
      ),
    )
    .orderBy(asc(webhookEndpoints.seq))
    .for('update', { of: webhookEndpoints });
}

export async function markDeleted(command: Command, ids: readonly string[]): Promise<void> {
  await updateRows(command, webhookEndpoints, { deletedAt: command.now }).where(
    inArray(webhookEndpoints.id, [...ids]),
  );
}

/** The health of an endpoint whose URL was never tried. */
export const unusedHealth = {
  failuresInARow: 0,
  failingSince: null,
  lastSuccessAt: null,
  lastFailureAt: null,
  successesToRecover: 0,
} as const satisfies Partial<EndpointRow>;

/** How many successes in a row an endpoint needs after a failure to count as working again. */
const SUCCESSES_TO_RECOVER = 3;

/**
 * Counts a failed attempt in the health of its endpoint, unless the endpoint has another URL now.
 *
 * @returns The endpoint as it is now: it may have been changed, paused or deleted during the attempt. It stays locked until the
 * transaction ends.
 */
export async function recordFailure(
  tx: Sql,
  { endpointId, url }: { readonly endpointId: string; readonly url: string },
  now: Date,
): Promise<EndpointRow> {
  const isIt = eq(webhookEndpoints.id, endpointId);
  const [counted] = await writeRows(tx, webhookEndpoints, {
    failuresInARow: raw`${webhookEndpoints.failuresInARow} + 1`,
    failingSince: raw`case when ${webhookEndpoints.failuresInARow} = 0 then ${now.toISOString()}::timestamptz
      else ${webhookEndpoints.failingSince} end`,
    lastFailureAt: now,
    successesToRecover: SUCCESSES_TO_RECOVER,
  })
    .where(and(isIt, eq(webhookEndpoints.url, url)))
    .returning();
  if (counted) return counted;
  const [moved] = await tx.select().from(webhookEndpoints).where(isIt).for('no key update');
  if (!moved) throw new Error(`The endpoint ${endpointId} has no row.`);
  return moved;
}
