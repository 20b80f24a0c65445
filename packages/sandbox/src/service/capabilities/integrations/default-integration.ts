import { and, asc, eq } from 'drizzle-orm';
import { integrations } from '../../db/schema/index.js';
import type { Sql } from '../../db/sql.js';
import { inTenant, type Scope } from '../../kernel/scope.js';

/**
 * Selects the integration that is meant where none is named: the one of the key, or else the oldest active one of the tenant.
 * The endpoint of `--forward-to` belongs to that of the account. No row: none is active.
 */
export function selectDefaultIntegration(sql: Sql, scope: Scope) {
  return sql
    .select()
    .from(integrations)
    .where(
      and(
        inTenant(integrations, scope),
        eq(integrations.status, 'active'),
        scope.integrationId === null ? undefined : eq(integrations.id, scope.integrationId),
      ),
    )
    .orderBy(asc(integrations.seq))
    .limit(1);
}
