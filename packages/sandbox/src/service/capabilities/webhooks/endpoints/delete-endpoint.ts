import { and, eq, inArray, isNull } from 'drizzle-orm';
import { webhookEndpoints } from '../../../db/schema/index.js';
import type { ChangeContext } from '../../../http/operation.js';
import { inTenant } from '../../../kernel/scope.js';
import { cancelDeliveries } from './held-deliveries.js';
import { endpointRecords } from './records.js';

/** Ends an endpoint. Its pending deliveries are canceled; its history can still be read. */
export async function deleteEndpoint(context: ChangeContext, id: string): Promise<void> {
  await endpointRecords.lock(context.tx, context.scope, id);
  await end(context, [id]);
}

/** Ends all endpoints of an integration. */
export async function deleteEndpointsOf(
  context: ChangeContext,
  integrationId: string,
): Promise<void> {
  const rows = await context.tx
    .select({ id: webhookEndpoints.id })
    .from(webhookEndpoints)
    .where(
      and(
        inTenant(webhookEndpoints, context.scope),
        eq(webhookEndpoints.integrationId, integrationId),
        isNull(webhookEndpoints.deletedAt),
      ),
    )
    .orderBy(webhookEndpoints.seq)
    .for('update');
  await end(
    context,
    rows.map(({ id }) => id),
  );
}

async function end({ tx, now }: ChangeContext, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await cancelDeliveries(tx, ids);
  await tx
    .update(webhookEndpoints)
    .set({ deletedAt: now, updatedAt: now })
    .where(inArray(webhookEndpoints.id, [...ids]));
}
