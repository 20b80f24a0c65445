import { and, eq, gt, inArray, sql } from 'drizzle-orm';
import { webhookEndpoints } from '../../store/schema/index.js';
import type { Sql } from '../../store/sql.js';
import type { EndpointRow } from './queries.js';

/** Failed attempts in a row from which an endpoint is failing. Nothing is paused: the specification tells of no such rule. */
export const FAILING_FROM = 20;

export function endpointHealth({
  failuresInARow,
  lastSuccessAt,
  lastFailureAt,
}: Pick<EndpointRow, 'failuresInARow' | 'lastSuccessAt' | 'lastFailureAt'>):
  | 'healthy'
  | 'failing'
  | 'unknown' {
  if (failuresInARow >= FAILING_FROM) return 'failing';
  return lastSuccessAt === null && lastFailureAt === null ? 'unknown' : 'healthy';
}

/** Counts an attempt that has succeeded towards the health of its endpoint. */
export async function recordSuccess(tx: Sql, endpointId: string, now: Date): Promise<void> {
  const unlocked = tx
    .select({ id: webhookEndpoints.id })
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.id, endpointId))
    .for('no key update', { skipLocked: true });
  const changes = { failuresInARow: 0, lastSuccessAt: now };
  const recorded = await tx
    .update(webhookEndpoints)
    .set(changes)
    .where(inArray(webhookEndpoints.id, unlocked))
    .returning({ id: webhookEndpoints.id });
  if (recorded.length > 0) return;
  // Another attempt is being recorded, at about this time. Only a row of failures has to end.
  await tx
    .update(webhookEndpoints)
    .set(changes)
    .where(and(eq(webhookEndpoints.id, endpointId), gt(webhookEndpoints.failuresInARow, 0)));
}

/**
 * Counts an attempt that has failed towards the health of its endpoint.
 *
 * @returns The endpoint as it is now: it may have been changed, paused or deleted during the attempt. It stays locked until
 * the transaction ends.
 */
export async function recordFailure(tx: Sql, endpointId: string, now: Date): Promise<EndpointRow> {
  const [endpoint] = await tx
    .update(webhookEndpoints)
    .set({
      failuresInARow: sql`${webhookEndpoints.failuresInARow} + 1`,
      lastFailureAt: now,
    })
    .where(eq(webhookEndpoints.id, endpointId))
    .returning();
  if (!endpoint) throw new Error(`The endpoint ${endpointId} has no row.`);
  return endpoint;
}
