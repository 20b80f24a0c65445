import { asc, eq, inArray } from 'drizzle-orm';
import * as tables from '../../db/schema/index.js';
import type { Sql } from '../../db/sql.js';
import { resource, withStates } from '../../http/resource.js';
import { tenantStates } from '../tenants/index.js';
import type { PricingBody } from './wire.js';

export const provisionedRecords = withStates(
  resource(tables.tenants, 'tenant', {
    within: ({ tenantId }) => eq(tables.tenants.partnerId, tenantId),
  }),
  tenantStates,
);

type PriceRow = typeof tables.prices.$inferSelect;

/** Replaces all prices of a tenant, or the price book of a partner. Its row must be locked. */
export async function storePricing(tx: Sql, tenantId: string, pricing: PricingBody): Promise<void> {
  const { prices } = tables;
  await tx.delete(prices).where(eq(prices.tenantId, tenantId));
  const rows = (kind: PriceRow['kind'], amounts: Readonly<Record<string, number>>): PriceRow[] =>
    Object.entries(amounts).map(([slug, amountCents]) => ({ tenantId, kind, slug, amountCents }));
  const all = [...rows('package', pricing.packages), ...rows('check_type', pricing.checkTypes)];
  if (all.length > 0) await tx.insert(prices).values(all);
}

/** Reads the prices of tenants, or of partners. @returns a function that tells those of one. */
export async function readPricing(
  sql: Sql,
  tenantIds: readonly string[],
): Promise<(tenantId: string) => PricingBody> {
  const { prices } = tables;
  const rows = await sql
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
