import { inArray } from 'drizzle-orm';
import type { Sql } from '../../db/sql.js';
import { type FieldProblem, validationProblem } from '../../http/problem.js';
import { knownCheckTypes, packageCatalog, packageRecords } from '../packages/index.js';
import type { PricingBody } from './wire.js';

/** The packages that every tenant has from its start: a price book can have prices for these only. */
export const catalogPackages: ReadonlySet<string> = new Set(packageCatalog.map(({ slug }) => slug));

/** The slugs among some that packages of a tenant have. */
export async function knownPackages(
  sql: Sql,
  tenantId: string,
  slugs: readonly string[],
): Promise<ReadonlySet<string>> {
  const isNamed = inArray(packageRecords.table.slug, [...slugs]);
  const rows = await packageRecords.select(sql, { tenantId, integrationId: null }, isNamed);
  return new Set(rows.map(({ slug }) => slug));
}

/**
 * @param packages The slugs of the packages that can have a price.
 * @param at The path of the prices in the request.
 * @throws Problem naming every package and check type that is unknown.
 */
export async function checkPricing(
  sql: Sql,
  pricing: PricingBody,
  packages: ReadonlySet<string>,
  at: '' | 'pricing.' = '',
): Promise<void> {
  const knownChecks = await knownCheckTypes(sql, Object.keys(pricing.checkTypes));
  const unknown = (field: keyof PricingBody, known: ReadonlySet<string>, message: string) =>
    Object.keys(pricing[field])
      .filter((slug) => !known.has(slug))
      .map((slug): FieldProblem => ({ param: `${at}${field}.${slug}`, code: 'unknown', message }));
  const errors = [
    ...unknown('packages', packages, 'is not the slug of a package'),
    ...unknown('checkTypes', knownChecks, 'is not a check type'),
  ];
  if (errors.length > 0) throw validationProblem(errors);
}
