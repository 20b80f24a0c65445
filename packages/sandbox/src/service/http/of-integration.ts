import { and, eq, sql as raw, type SQL } from 'drizzle-orm';
import { integrations } from '../db/schema/index.js';
import type { Sql } from '../db/sql.js';
import { type OwnedTable, ofOwner, type Scope } from '../kernel/scope.js';

/**
 * The condition of lists that a caller may narrow to an integration. Nothing matches an integration that the caller may not see.
 *
 * @param requested Undefined: all that the caller may see.
 */
export async function ofIntegration(
  sql: Sql,
  table: OwnedTable,
  scope: Scope,
  requested: string | undefined,
): Promise<SQL> {
  if (requested === undefined || requested === scope.integrationId) return ofOwner(table, scope);
  if (scope.integrationId !== null) return raw`false`;
  const { tenantId } = scope;
  const found = await sql
    .select({ id: integrations.id })
    .from(integrations)
    .where(and(eq(integrations.tenantId, tenantId), eq(integrations.id, requested)));
  return found.length === 0 ? raw`false` : ofOwner(table, { tenantId, integrationId: requested });
}
