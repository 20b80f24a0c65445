import { and, eq, isNull } from 'drizzle-orm';
import { webhookEndpoints } from '../db/schema/index.js';
import type { Sql } from '../db/sql.js';
import { found } from '../http/find.js';

/** Finds an endpoint of any tenant. @throws Problem 404 when there is none. */
export async function findEndpoint(tx: Sql, id: string) {
  const rows = await tx
    .select()
    .from(webhookEndpoints)
    .where(and(eq(webhookEndpoints.id, id), isNull(webhookEndpoints.deletedAt)));
  return found(rows, 'webhook endpoint', id);
}
