import { eq, sql } from 'drizzle-orm';
import type { Sql } from '../../store/connect.js';
import { webhookEndpoints } from '../../store/schema/index.js';

/** Counts an attempt that has ended towards the health of its endpoint. */
export async function recordHealth(
  tx: Sql,
  endpointId: string,
  ok: boolean,
  now: Date,
): Promise<void> {
  const changes = ok
    ? { failuresInARow: 0, lastSuccessAt: now }
    : { failuresInARow: sql`${webhookEndpoints.failuresInARow} + 1`, lastFailureAt: now };
  await tx.update(webhookEndpoints).set(changes).where(eq(webhookEndpoints.id, endpointId));
}
