import { z } from 'zod';
import { candidateFields } from '../../db/schema/candidate-fields.js';
import type { Sql } from '../../db/sql.js';
import { Time, toWire } from '../../http/wire.js';
import { list, text } from '../../limits/bounded.js';
import { type CheckTypeRow, checkCategories, type PackageRow } from './records.js';
import { priceResolver, priceSources } from './resolve-price.js';

const Currency = z.literal('USD');

export const Cents = z.int().min(0).max(1_000_000).describe('Cents of US dollars.');

/** A kind of check that the service offers. All tenants share the catalog. */
export const CheckType = z
  .object({
    slug: z.string(),
    name: z.string(),
    category: z.enum(checkCategories),
    listPriceCents: z.int().describe('The price without the prices of a partner.'),
    currency: Currency,
    typicalDurationSeconds: z.int(),
    requires: z
      .array(z.enum(candidateFields))
      .describe('The fields of the candidate that the check needs to start.'),
    documentConfigSlugs: z.array(z.string()).describe('The documents that it covers.'),
  })
  .meta({ id: 'CheckType' });

/** Checks that are ordered together. Each tenant has its own: the integrations of a tenant share them. */
export const Package = z
  .object({
    id: z.string(),
    name: z.string(),
    slug: z.string(),
    checkTypeSlugs: z.array(z.string()),
    priceCents: z.int().describe('The price of a report that is ordered now.'),
    priceSource: z
      .enum(priceSources)
      .describe(
        'The owner of the price. A sum of check prices is `tenant` or `partner` if the price of any check is.',
      ),
    currency: Currency,
    custom: z
      .boolean()
      .describe('`false`: it comes from the catalog that every tenant starts with.'),
    archived: z.boolean(),
    createdAt: Time,
    updatedAt: Time,
  })
  .meta({ id: 'Package' });

const name = text('name');
const checkTypeSlugs = list('checkTypes', text('slug').min(1))
  .min(1)
  .describe('Each check at most once.')
  .meta({ examples: [['ssn-trace', 'national-criminal']] });

export const CreatePackage = z
  .strictObject({
    name,
    checkTypeSlugs,
    priceCents: Cents.optional().describe('Cents of US dollars. Default: the sum of its checks.'),
  })
  .meta({ id: 'CreatePackage' });

export const ChangePackage = z
  .strictObject({
    name: name.optional(),
    checkTypeSlugs: checkTypeSlugs.optional(),
    priceCents: Cents.nullish().describe('`null`: the sum of its checks.'),
  })
  .meta({ id: 'ChangePackage', description: 'The slug and existing reports do not change.' });

export function checkTypeToWire(row: CheckTypeRow) {
  return toWire(CheckType, { ...row, currency: 'USD' });
}

/** Packages of a tenant as the API shows them, with their current prices. */
export async function packagesToWire(sql: Sql, tenantId: string, rows: readonly PackageRow[]) {
  if (rows.length === 0) return [];
  const priceOf = await priceResolver(sql, tenantId);
  return rows.map((row) => {
    const { amountCents, source } = priceOf(row);
    const price = { priceCents: amountCents, priceSource: source, currency: 'USD' } as const;
    return toWire(Package, { ...row, ...price });
  });
}
