import { and, type Column, eq, type SQL } from 'drizzle-orm';

/** The objects that a principal may see: those of one tenant, or of one of its integrations. */
export interface Scope {
  readonly tenantId: string;
  /** Null: all integrations of the tenant. */
  readonly integrationId: string | null;
}

/** Tables whose rows belong to a tenant. */
export interface TenantTable {
  readonly tenantId: Column;
}

/** Tables whose rows belong to a tenant, and mostly to an integration. */
export interface OwnedTable extends TenantTable {
  readonly integrationId: Column;
}

interface WithId {
  readonly id: Column;
}

/** The condition of every query for objects of a principal: another's object is not found. */
export function inScope(table: OwnedTable, scope: Scope): SQL | undefined {
  return and(
    inTenant(table, scope),
    scope.integrationId === null ? undefined : eq(table.integrationId, scope.integrationId),
  );
}

/** {@link inScope} of a row that was read for several principals. */
export function isInScope(
  row: { readonly tenantId: string; readonly integrationId: string | null },
  { tenantId, integrationId }: Scope,
): boolean {
  return (
    row.tenantId === tenantId && (integrationId === null || row.integrationId === integrationId)
  );
}

/** The condition of queries for one object of a principal. */
export function idInScope(table: OwnedTable & WithId, scope: Scope, id: string): SQL | undefined {
  return and(inScope(table, scope), eq(table.id, id));
}

/**
 * The condition of lists, whose tables have an index for all of a tenant and one for an integration. It names one column. With both,
 * the database would choose an index by its estimates, and may read what the other integrations have.
 */
export function ofOwner(table: OwnedTable, scope: Scope): SQL {
  return scope.integrationId === null
    ? inTenant(table, scope)
    : eq(table.integrationId, scope.integrationId);
}

/** The condition of queries for what the integrations of a tenant share. */
export function inTenant(table: TenantTable, { tenantId }: Scope): SQL {
  return eq(table.tenantId, tenantId);
}
