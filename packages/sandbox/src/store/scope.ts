import { and, type Column, eq, type SQL } from 'drizzle-orm';

/** What a principal may see: the objects of one tenant, or of one of its integrations. */
export interface Scope {
  readonly tenantId: string;
  /** Null: all integrations of the tenant. */
  readonly integrationId: string | null;
}

/** Tables whose rows belong to a tenant, and mostly to an integration. */
export interface OwnedTable {
  readonly tenantId: Column;
  readonly integrationId: Column;
}

/** The condition of every query for objects of a principal: another's object is not found. */
export function inScope(table: OwnedTable, scope: Scope): SQL | undefined {
  return and(
    eq(table.tenantId, scope.tenantId),
    scope.integrationId === null ? undefined : eq(table.integrationId, scope.integrationId),
  );
}
