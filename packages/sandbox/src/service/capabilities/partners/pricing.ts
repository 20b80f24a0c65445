import { and, asc, eq, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import { packages, prices } from '../../db/schema/index.js';
import type { Sql } from '../../db/sql.js';
import { type FieldProblem, validationProblem } from '../../http/problem.js';
import { knownCheckTypes, packageCatalog } from '../packages/index.js';
import type { Pricing } from './wire.js';

type PricingBody = z.output<typeof Pricing>;
type PriceRow = typeof prices.$inferSelect;

/** The packages that every tenant has from its start: a price book can have prices for these only. */
export const catalogPackages: ReadonlySet<string> = new Set(packageCatalog.map(({ slug }) => slug));

/** Those of the slugs that packages of a tenant have. */
export async function packagesOf(
  sql: Sql,
  tenantId: string,
  slugs: readonly string[],
): Promise<ReadonlySet<string>> {
  if (slugs.length === 0) return new Set();
  const rows = await sql
    .select({ slug: packages.slug })
    .from(packages)
    .where(and(eq(packages.tenantId, tenantId), inArray(packages.slug, [...slugs])));
  return new Set(rows.map(({ slug }) => slug));
}

/**
 * @param knownPackages The slugs of the packages that can have a price.
 * @param at The path of the prices in the request.
 * @throws Problem naming every package and check type that is unknown.
 */
export async function checkPricing(
  sql: Sql,
  pricing: PricingBody,
  knownPackages: ReadonlySet<string>,
  at: '' | 'pricing.' = '',
): Promise<void> {
  const knownChecks = await knownCheckTypes(sql, Object.keys(pricing.checkTypes));
  const unknown = (field: keyof PricingBody, known: ReadonlySet<string>, message: string) =>
    Object.keys(pricing[field])
      .filter((slug) => !known.has(slug))
      .map((slug): FieldProblem => ({ param: `${at}${field}.${slug}`, code: 'unknown', message }));
  const errors = [
    ...unknown('packages', knownPackages, 'is not the slug of a package'),
    ...unknown('checkTypes', knownChecks, 'is not a check type'),
  ];
  if (errors.length > 0) throw validationProblem(errors);
}

/** Replaces all prices of a tenant, or the price book of a partner. Its row must be locked. */
export async function storePricing(tx: Sql, tenantId: string, pricing: PricingBody): Promise<void> {
  await tx.delete(prices).where(eq(prices.tenantId, tenantId));
  const rows = (kind: PriceRow['kind'], amounts: Readonly<Record<string, number>>): PriceRow[] =>
    Object.entries(amounts).map(([slug, amountCents]) => ({ tenantId, kind, slug, amountCents }));
  const all = [...rows('package', pricing.packages), ...rows('check_type', pricing.checkTypes)];
  if (all.length > 0) await tx.insert(prices).values(all);
}

/** The prices of tenants, or of partners, by id. */
export async function pricingOf(
  sql: Sql,
  tenantIds: readonly string[],
): Promise<(tenantId: string) => PricingBody> {
  const rows =
    tenantIds.length === 0
      ? []
      : await sql
          .select()
          .from(prices)
          .where(inArray(prices.tenantId, [...tenantIds]))
          .orderBy(asc(prices.slug));
  return (tenantId) => {
    const amounts = (wanted: PriceRow['kind']) =>
      Object.fromEntries(
        rows
          .filter((row) => row.tenantId === tenantId && row.kind === wanted)
          .map(({ slug, amountCents }) => [slug, amountCents]),
      );
    return { packages: amounts('package'), checkTypes: amounts('check_type') };
  };
}
