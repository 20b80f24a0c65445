import { eq } from 'drizzle-orm';
import * as tables from '../../db/schema/index.js';
import type { Sql } from '../../db/sql.js';
import { type RowOf, resource } from '../../http/resource.js';
import type { Scope } from '../../kernel/command.js';

/** The tenant that is the account itself. */
export const account: Scope = { tenantId: 'acct', integrationId: null };

/** A principal sees the tenant that it belongs to. */
export const tenantRecords = resource(tables.tenants, 'tenant', {
  within: ({ tenantId }) => eq(tables.tenants.id, tenantId),
});
export type TenantRow = RowOf<typeof tables.tenants>;

/** Reads the account or tenant to which everything of a principal belongs. */
export async function findTenant(sql: Sql, tenantId: string): Promise<TenantRow> {
  const [row] = await tenantRecords.query(sql).where(eq(tables.tenants.id, tenantId));
  if (!row) throw new Error(`The tenant ${tenantId} is gone.`);
  return row;
}
