import { and, eq, isNull } from 'drizzle-orm';
import { webhookEndpoints } from '../../../db/schema/index.js';
import type { Sql } from '../../../db/sql.js';
import { found } from '../../../http/find.js';
import type { ChangeContext } from '../../../http/operation.js';
import { inScope, type Scope } from '../../../kernel/scope.js';

export type EndpointRow = typeof webhookEndpoints.$inferSelect;

/** @throws Problem when there is none. */
export async function findEndpoint(sql: Sql, scope: Scope, id: string): Promise<EndpointRow> {
  return found(await select(sql, scope, id), 'webhook endpoint', id);
}

/** An endpoint that is about to change. It stays locked until the transaction ends. @throws Problem when there is none. */
export async function lockEndpoint({ tx, scope }: ChangeContext, id: string): Promise<EndpointRow> {
  return found(await select(tx, scope, id).for('update'), 'webhook endpoint', id);
}

/** Changes an endpoint, and returns it as it is then. */
export async function updateEndpoint(
  { tx, now }: ChangeContext,
  id: string,
  changes: Partial<EndpointRow>,
): Promise<EndpointRow> {
  const rows = await tx
    .update(webhookEndpoints)
    .set({ ...changes, updatedAt: now })
    .where(eq(webhookEndpoints.id, id))
    .returning();
  return found(rows, 'webhook endpoint', id);
}

function select(sql: Sql, scope: Scope, id: string) {
  return sql
    .select()
    .from(webhookEndpoints)
    .where(
      and(
        inScope(webhookEndpoints, scope),
        // Its deliveries still name an endpoint that was deleted.
        isNull(webhookEndpoints.deletedAt),
        eq(webhookEndpoints.id, id),
      ),
    )
    .$dynamic();
}
