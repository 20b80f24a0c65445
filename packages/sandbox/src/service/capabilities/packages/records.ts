import * as tables from '../../db/schema/index.js';
import type { Sql } from '../../db/sql.js';
import { archivedProblem } from '../../http/archivable.js';
import { type RowOf, tenantResource } from '../../http/resource.js';
import { freeSlug } from '../../kernel/free-slug.js';
import type { Scope } from '../../kernel/scope.js';

export const packageRecords = tenantResource(tables.packages, 'package');
export type PackageRow = RowOf<typeof tables.packages>;

/**
 * A package that can be ordered. It is not archived until the transaction ends.
 *
 * @throws Problem 404 when the tenant has no such package, 409 when it is archived.
 */
export async function requirePackage(tx: Sql, scope: Scope, id: string): Promise<PackageRow> {
  const row = await packageRecords.share(tx, scope, id);
  if (row.archived) throw archivedProblem('package');
  return row;
}

/** A slug that no other package of the tenant has. Until the transaction ends, no other gets it. */
export function freePackageSlug(tx: Sql, scope: Scope, name: string): Promise<string> {
  return freeSlug(tx, { table: tables.packages, scope }, name, 'package');
}
