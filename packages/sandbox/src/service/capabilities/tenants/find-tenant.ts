import { eq } from 'drizzle-orm';
import { tenants } from '../../db/schema/index.js';
import type { Sql } from '../../db/sql.js';
import type { Scope } from '../../kernel/scope.js';

/** The tenant that is the account itself. */
export const account: Scope = { tenantId: 'acct', integrationId: null };

export type TenantRow = typeof tenants.$inferSelect;

/** The account, or the tenant, that everything of a principal belongs to. */
export async function findTenant(sql: Sql, tenantId: string): Promise<TenantRow> {
  return theOne(await sql.select().from(tenants).where(eq(tenants.id, tenantId)), tenantId);
}

/** The same, and nobody else changes it until the transaction ends. */
export async function lockTenant(tx: Sql, tenantId: string): Promise<TenantRow> {
  const rows = await tx.select().from(tenants).where(eq(tenants.id, tenantId)).for('update');
  return theOne(rows, tenantId);
}

function theOne([row]: readonly TenantRow[], tenantId: string): TenantRow {
  if (!row) throw new Error(`The tenant ${tenantId} is gone.`);
  return row;
}
