import { and, eq, inArray } from 'drizzle-orm';
import { roles } from '../../db/schema/index.js';
import type { Sql } from '../../db/sql.js';
import { found } from '../../http/find.js';
import { idInTenant, inTenant, type Scope } from '../../kernel/scope.js';

export type RoleRow = typeof roles.$inferSelect;

/** @throws Problem 404 when the tenant has no such role. */
export async function findRole(sql: Sql, scope: Scope, id: string): Promise<RoleRow> {
  return found(await select(sql, scope, id), 'role', id);
}

/** The same, and nobody else changes it until the transaction ends. @throws Problem 404 */
export async function lockRole(tx: Sql, scope: Scope, id: string): Promise<RoleRow> {
  return found(await select(tx, scope, id).for('update'), 'role', id);
}

/** Those roles of the tenant that have one of these ids, archived or not. */
export async function rolesById(
  sql: Sql,
  scope: Scope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, RoleRow>> {
  if (ids.length === 0) return new Map();
  const rows = await sql
    .select()
    .from(roles)
    .where(and(inTenant(roles, scope), inArray(roles.id, [...ids])));
  return new Map(rows.map((role) => [role.id, role]));
}

/** The roles of the tenant that candidates can be onboarded for. */
export async function openRoles(sql: Sql, scope: Scope): Promise<readonly RoleRow[]> {
  return sql
    .select()
    .from(roles)
    .where(and(inTenant(roles, scope), eq(roles.archived, false)))
    .orderBy(roles.seq);
}

function select(sql: Sql, scope: Scope, id: string) {
  const where = idInTenant(roles, scope, id);
  return sql.select().from(roles).where(where);
}
