import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm';
import { webhookEndpoints } from '../../../db/schema/index.js';
import type { Sql } from '../../../db/sql.js';
import type { EndpointRow } from './records.js';

/** Failed attempts in a row from which an endpoint is failing. It is not paused: the specification has no such rule. */
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

/** Counts attempts that have succeeded towards the health of their endpoints. */
export async function recordSuccesses(
  tx: Sql,
  endpointIds: readonly string[],
  now: Date,
): Promise<void> {
  const unlocked = tx
    .select({ id: webhookEndpoints.id })
    .from(webhookEndpoints)
    .where(inArray(webhookEndpoints.id, [...endpointIds]))
    .orderBy(asc(webhookEndpoints.id))
    .for('no key update', { skipLocked: true });
  const changes = { failuresInARow: 0, lastSuccessAt: now };
  const recorded = await tx
    .update(webhookEndpoints)
    .set(changes)
    .where(inArray(webhookEndpoints.id, unlocked))
    .returning({ id: webhookEndpoints.id });
  const known = new Set(recorded.map(({ id }) => id));
  const others = endpointIds.filter((id) => !known.has(id));
  if (others.length === 0) return;
  // Other attempts are being recorded, at about this time. Only a row of failures has to end.
  await tx
    .update(webhookEndpoints)
    .set(changes)
    .where(and(inArray(webhookEndpoints.id, others), gt(webhookEndpoints.failuresInARow, 0)));
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
