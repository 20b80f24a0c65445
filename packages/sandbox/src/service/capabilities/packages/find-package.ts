import { packages } from '../../db/schema/index.js';
import type { Sql } from '../../db/sql.js';
import { archivedProblem } from '../../http/archivable.js';
import { found } from '../../http/find.js';
import { idInTenant, type Scope } from '../../kernel/scope.js';

export type PackageRow = typeof packages.$inferSelect;

/** @throws Problem 404 when the tenant has no such package. */
export async function findPackage(sql: Sql, scope: Scope, id: string): Promise<PackageRow> {
  return found(await select(sql, scope, id), 'package', id);
}

/** The same, and nobody else changes it until the transaction ends. @throws Problem 404 */
export async function lockPackage(tx: Sql, scope: Scope, id: string): Promise<PackageRow> {
  return found(await select(tx, scope, id).for('update'), 'package', id);
}

/**
 * A package that can be ordered. It is not archived until the transaction ends.
 *
 * @throws Problem 404 when the tenant has no such package, 409 when it is archived.
 */
export async function requirePackage(tx: Sql, scope: Scope, id: string): Promise<PackageRow> {
  const row = found(await select(tx, scope, id).for('share'), 'package', id);
  if (row.archived) throw archivedProblem('package');
  return row;
}

function select(sql: Sql, scope: Scope, id: string) {
  const where = idInTenant(packages, scope, id);
  return sql.select().from(packages).where(where);
}
