import { and, eq, isNull } from 'drizzle-orm';
import { found } from '../../api/find.js';
import { webhookEndpoints } from '../../store/schema/index.js';
import { inScope, type Scope } from '../../store/scope.js';
import type { Sql } from '../../store/sql.js';

/** An endpoint that is there. @throws Problem 404 for one of another, and one that was deleted. */
export async function requireEndpoint(sql: Sql, scope: Scope, id: string) {
  const rows = await sql
    .select()
    .from(webhookEndpoints)
    .where(
      and(
        inScope(webhookEndpoints, scope),
        isNull(webhookEndpoints.deletedAt),
        eq(webhookEndpoints.id, id),
      ),
    );
  return found(rows, 'webhook endpoint', id);
}
