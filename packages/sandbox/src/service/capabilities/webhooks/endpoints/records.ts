import { and, asc, eq, inArray, isNotNull, isNull, sql as raw, type SQL } from 'drizzle-orm';
import { webhookEndpoints } from '../../../db/schema/index.js';
import type { Sql } from '../../../db/sql.js';
import { integrationResource, type RowOf, withStates } from '../../../http/resource.js';
import { type Command, inTenant, type ScopedCommand } from '../../../kernel/command.js';
import { updateRows, writeRows } from '../../../kernel/update-rows.js';
import { endpointStates } from './states.js';

/** The endpoints that were not deleted. Deliveries still name the others. */
export const endpointRecords = withStates(
  integrationResource(webhookEndpoints, 'webhook endpoint', {
    exists: isNull(webhookEndpoints.deletedAt),
  }),
  endpointStates,
);
export type EndpointRow = RowOf<typeof webhookEndpoints>;

export const boundedEndpoints = {
  limit: 'webhookEndpoints',
  table: webhookEndpoints,
  counts: endpointRecords.exists,
  noun: 'webhook endpoints',
  cure: 'Delete one first.',
} as const;

/** All endpoints: the deliveries of deleted ones can still be read. */
export const formerEndpointRecords = integrationResource(webhookEndpoints, 'webhook endpoint');

/** The owner of an endpoint: the account, or an integration of it (spec section 6, rule 2). */
export type OwnerType = 'account' | 'integration';

export function ownerType(integrationId: string | null): OwnerType {
  return integrationId === null ? 'account' : 'integration';
}

export function isOwnedBy(owner: OwnerType): SQL {
  const { integrationId } = webhookEndpoints;
  return owner === 'account' ? isNull(integrationId) : isNotNull(integrationId);
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

/**
 * Counts an attempt that has failed towards the health of its endpoint.
 *
 * @returns The endpoint as it is now: it may have been changed, paused or deleted during the attempt. It stays locked until
 * the transaction ends.
 */
export async function recordFailure(tx: Sql, endpointId: string, now: Date): Promise<EndpointRow> {
  const [endpoint] = await writeRows(tx, webhookEndpoints, {
    failuresInARow: raw`${webhookEndpoints.failuresInARow} + 1`,
    lastFailureAt: now,
  })
    .where(eq(webhookEndpoints.id, endpointId))
    .returning();
  if (!endpoint) throw new Error(`The endpoint ${endpointId} has no row.`);
  return endpoint;
}
