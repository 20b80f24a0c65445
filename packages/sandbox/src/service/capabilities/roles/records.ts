import { eq, inArray } from 'drizzle-orm';
import * as tables from '../../db/schema/index.js';
import type { Sql } from '../../db/sql.js';
import { type RowOf, tenantResource, withStates } from '../../http/resource.js';
import type { Scope } from '../../kernel/command.js';
import { roleStates } from './states.js';

export const roleRecords = withStates(tenantResource(tables.roles, 'role'), roleStates);
export type RoleRow = RowOf<typeof tables.roles>;

/** The roles of the tenant with some ids, archived or not. */
export async function rolesById(
  sql: Sql,
  scope: Scope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, RoleRow>> {
  if (ids.length === 0) return new Map();
  const rows = await roleRecords.select(sql, scope, inArray(tables.roles.id, [...ids]));
  return new Map(rows.map((role) => [role.id, role]));
}

export async function openRoles(sql: Sql, scope: Scope): Promise<readonly RoleRow[]> {
  return roleRecords.select(sql, scope, eq(tables.roles.archived, false));
}
