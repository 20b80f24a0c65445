import { eq, sql } from 'drizzle-orm';
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

/**
 * Counts an attempt that has ended towards the health of its endpoint.
 *
 * @returns The endpoint as it is now: it may have been changed, paused or deleted during the attempt. It stays locked until
 * the transaction ends.
 */
export async function recordHealth(
  tx: Sql,
  endpointId: string,
  ok: boolean,
  now: Date,
): Promise<EndpointRow> {
  const changes = ok
    ? { failuresInARow: 0, lastSuccessAt: now }
    : { failuresInARow: sql`${webhookEndpoints.failuresInARow} + 1`, lastFailureAt: now };
  const [endpoint] = await tx
    .update(webhookEndpoints)
    .set(changes)
    .where(eq(webhookEndpoints.id, endpointId))
    .returning();
  if (!endpoint) throw new Error(`The endpoint ${endpointId} has no row.`);
  return endpoint;
}
