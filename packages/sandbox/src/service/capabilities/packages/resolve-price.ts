import { eq } from 'drizzle-orm';
import { checkTypes, type packages, prices } from '../../db/schema/index.js';
import type { Sql } from '../../db/sql.js';
import { findTenant } from '../tenants/index.js';

/** Whose price is paid, that nearest to the tenant first (service tables 1.8). */
export const priceSources = ['tenant', 'partner', 'list'] as const;

type PriceSource = (typeof priceSources)[number];

/** What the price of a package derives from. */
type Priced = Pick<typeof packages.$inferSelect, 'slug' | 'checkTypeSlugs' | 'priceCents'>;

/** What a package costs. */
export interface Price {
  readonly amountCents: number;
  /** Whose price it is: where checks are added up, the one nearest to the tenant that was used. */
  readonly source: PriceSource;
}

/** What a tenant pays for a package. {@link priceResolver} has the rules. */
export async function resolvePrice(sql: Sql, tenantId: string, one: Priced): Promise<Price> {
  return (await priceResolver(sql, tenantId))(one);
}

/**
 * Tells what a tenant pays for its packages: its own price of the package, or the price in its partner's price book, or the list
 * price. A package without any costs the sum of its checks, each resolved in the same way. The account pays list prices.
 */
export async function priceResolver(sql: Sql, tenantId: string): Promise<(one: Priced) => Price> {
  const { partnerId } = await findTenant(sql, tenantId);
  const own = await pricesOf(sql, partnerId === null ? null : tenantId);
  const book = await pricesOf(sql, partnerId);
  const types = await sql.select().from(checkTypes);
  const listPrices = new Map(types.map(({ slug, listPriceCents }) => [slug, listPriceCents]));

  function priceOf(key: string, list: number | null | undefined): Price | undefined {
    const [ofTenant, ofPartner] = [own.get(key), book.get(key)];
    if (ofTenant !== undefined) return { amountCents: ofTenant, source: 'tenant' };
    if (ofPartner !== undefined) return { amountCents: ofPartner, source: 'partner' };
    return list === null || list === undefined ? undefined : { amountCents: list, source: 'list' };
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

async function pricesOf(sql: Sql, tenantId: string | null): Promise<ReadonlyMap<string, number>> {
  if (tenantId === null) return new Map();
  const rows = await sql.select().from(prices).where(eq(prices.tenantId, tenantId));
  return new Map(rows.map(({ kind, slug, amountCents }) => [`${kind}:${slug}`, amountCents]));
}
