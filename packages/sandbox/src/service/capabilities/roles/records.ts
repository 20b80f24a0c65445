import { eq } from 'drizzle-orm';
import * as tables from '../../db/schema/index.js';
import type { Sql } from '../../db/sql.js';
import { type RowOf, tenantResource, withStates } from '../../http/resource.js';
import type { Scope } from '../../kernel/command.js';
import { roleStates } from './states.js';

export const roleRecords = withStates(tenantResource(tables.roles, 'role'), roleStates);
export type RoleRow = RowOf<typeof tables.roles>;

export async function openRoles(sql: Sql, scope: Scope): Promise<readonly RoleRow[]> {
  return roleRecords.select(sql, scope, eq(tables.roles.archived, false));
}
