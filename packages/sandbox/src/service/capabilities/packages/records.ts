import { and, asc, eq, inArray } from 'drizzle-orm';
import * as tables from '../../db/schema/index.js';
import type { Sql } from '../../db/sql.js';
import { type RowOf, tenantResource, withStates } from '../../http/resource.js';
import { archivedProblem } from '../../http/state-machine.js';
import type { Scope } from '../../kernel/command.js';
import { packageStates } from './states.js';

export const packageRecords = withStates(tenantResource(tables.packages, 'package'), packageStates);
export type PackageRow = RowOf<typeof tables.packages>;

/** A row of the catalog of checks, which all tenants share. */
export type CheckTypeRow = typeof tables.checkTypes.$inferSelect;
export const checkCategories = tables.checkTypes.category.enumValues;

/**
 * Returns a package that can be ordered. It cannot be archived until the transaction ends.
 *
 * @throws Problem 404 when the tenant has no such package, 409 when it is archived.
 */
export async function requirePackage(tx: Sql, scope: Scope, id: string): Promise<PackageRow> {
  const row = await packageRecords.share(tx, scope, id);
  if (row.archived) throw archivedProblem('package');
  return row;
}

/** The whole catalog of checks, or the checks with these slugs. */
export async function checkTypes(sql: Sql, slugs?: readonly string[]): Promise<CheckTypeRow[]> {
  const { slug, seq } = tables.checkTypes;
  const chosen = slugs && inArray(slug, [...slugs]);
  return sql.select().from(tables.checkTypes).where(chosen).orderBy(asc(seq));
}

export async function knownCheckTypes(
  sql: Sql,
  slugs: readonly string[],
): Promise<ReadonlySet<string>> {
  return new Set((await checkTypes(sql, slugs)).map(({ slug }) => slug));
}

/** The prices of a tenant, or in the price book of a partner, by kind and slug. */
export async function pricesOfTenant(
  sql: Sql,
  tenantId: string,
): Promise<ReadonlyMap<string, number>> {
  const rows = await sql.select().from(tables.prices).where(eq(tables.prices.tenantId, tenantId));
  return new Map(rows.map(({ kind, slug, amountCents }) => [`${kind}:${slug}`, amountCents]));
}

/** The first active roles whose invitations order a package. The query is here because roles import packages. */
export async function rolesThatOrder(
  sql: Sql,
  { id, tenantId }: PackageRow,
  most: number,
): Promise<readonly { readonly slug: string; readonly name: string }[]> {
  const { slug, name, seq, packageId, archived, tenantId: owner } = tables.roles;
  return sql
    .select({ slug, name })
    .from(tables.roles)
    .where(and(eq(owner, tenantId), eq(packageId, id), eq(archived, false)))
    .orderBy(asc(seq))
    .limit(most);
}
