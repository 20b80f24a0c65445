import { and, eq, type SQL } from 'drizzle-orm';
import { tenants } from '../../db/schema/index.js';
import type { Sql } from '../../db/sql.js';
import { found } from '../../http/find.js';
import type { Scope } from '../../kernel/scope.js';
import type { TenantRow } from '../tenants/index.js';

/** The condition of every query for the tenants of a partner: another's are not found. */
export function ofPartner(scope: Scope): SQL {
  return eq(tenants.partnerId, scope.tenantId);
}

/** @throws Problem 404 when the partner has provisioned no such tenant. */
export async function findProvisioned(sql: Sql, scope: Scope, id: string): Promise<TenantRow> {
  return found(await select(sql, scope, id), 'tenant', id);
}

/** The same, and nobody else changes it until the transaction ends. @throws Problem 404 */
export async function lockProvisioned(tx: Sql, scope: Scope, id: string): Promise<TenantRow> {
  return found(await select(tx, scope, id).for('update'), 'tenant', id);
}

function select(sql: Sql, scope: Scope, id: string) {
  return sql
    .select()
    .from(tenants)
    .where(and(ofPartner(scope), eq(tenants.id, id)));
}
