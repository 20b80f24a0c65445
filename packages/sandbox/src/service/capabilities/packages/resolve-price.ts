import type { Sql } from '../../db/sql.js';
import { findTenant } from '../tenants/index.js';
import { checkTypes, type PackageRow, pricesOfTenant } from './records.js';

/** The sources of prices, the closest to the tenant first (service tables 1.8). */
export const priceSources = ['tenant', 'partner', 'list'] as const;

type Priced = Pick<PackageRow, 'slug' | 'checkTypeSlugs' | 'priceCents'>;

interface Price {
  readonly amountCents: number;
  /** The source of the price. For a sum of check prices, the source among them that is closest to the tenant. */
  readonly source: (typeof priceSources)[number];
}

/**
 * Returns a function for the prices of a tenant's packages: its own price of the package, or the price in its partner's price
 * book, or the list price. A package without a price costs the sum of its checks, each resolved in the same way. The account pays
 * list prices.
 */
export async function priceResolver(sql: Sql, tenantId: string): Promise<(one: Priced) => Price> {
  const { partnerId } = await findTenant(sql, tenantId);
  const own = partnerId === null ? undefined : await pricesOfTenant(sql, tenantId);
  const book = partnerId === null ? undefined : await pricesOfTenant(sql, partnerId);
  const types = await checkTypes(sql);
  const listPrices = new Map(types.map(({ slug, listPriceCents }) => [slug, listPriceCents]));

  function priceOf(key: string, list: number | null | undefined): Price | undefined {
    const amounts = { tenant: own?.get(key), partner: book?.get(key), list };
    for (const source of priceSources) {
      const amountCents = amounts[source];
      if (typeof amountCents === 'number') return { amountCents, source };
    }
    return undefined;
  }

  return ({ slug, checkTypeSlugs, priceCents }) => {
    const whole = priceOf(`package:${slug}`, priceCents);
    if (whole) return whole;
    const parts = checkTypeSlugs.flatMap(
      (check) => priceOf(`check_type:${check}`, listPrices.get(check)) ?? [],
    );
    return {
      amountCents: parts.reduce((sum, { amountCents }) => sum + amountCents, 0),
      source: priceSources.find((source) => parts.some((part) => part.source === source)) ?? 'list',
    };
  };
}
