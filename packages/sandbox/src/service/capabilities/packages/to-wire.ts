import type { z } from 'zod';
import type { checkTypes } from '../../db/schema/index.js';
import type { PackageRow } from './records.js';
import type { Price } from './resolve-price.js';
import type { CheckType, Package } from './wire.js';

/** A package as the API shows it. */
export function packageToWire(
  row: PackageRow,
  { amountCents, source }: Price,
): z.input<typeof Package> {
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    checkTypeSlugs: row.checkTypeSlugs,
    priceCents: amountCents,
    priceSource: source,
    currency: 'USD',
    custom: row.custom,
    archived: row.archived,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** A check type as the API shows it. */
export function checkTypeToWire(row: typeof checkTypes.$inferSelect): z.input<typeof CheckType> {
  return {
    slug: row.slug,
    name: row.name,
    category: row.category,
    listPriceCents: row.listPriceCents,
    currency: 'USD',
    typicalDurationSeconds: row.typicalDurationSeconds,
    requires: row.requires,
    documentConfigSlugs: row.documentConfigSlugs,
  };
}
