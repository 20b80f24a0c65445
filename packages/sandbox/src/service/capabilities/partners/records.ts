import { and, asc, eq, inArray, sql as raw, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import * as tables from '../../db/schema/index.js';
import type { Sql } from '../../db/sql.js';
import { type ResourceTable, resource, withStates } from '../../http/resource.js';
import type { TenantTable } from '../../kernel/command.js';
import { tenantStates } from '../tenants/index.js';
import type { PricingBody } from './wire.js';

export const provisionedRecords = withStates(
  resource(tables.tenants, 'tenant', {
    within: ({ tenantId }) => eq(tables.tenants.partnerId, tenantId),
  }),
  tenantStates,
);

/** A position in a list of a tenant: after a time and, at that time, after a `seq`. */
interface Place {
  readonly at: Date;
  readonly seq: number;
}

/** Before all objects. */
export const START: Place = { at: new Date(0), seq: 0 };

/** Objects of tenants in an open state. */
export interface OpenObjects {
  readonly table: ResourceTable & TenantTable & { readonly createdAt: PgColumn };
  readonly isOpen: (now: Date) => SQL | undefined;
}

interface OpenBatch {
  readonly tenantId: string;
  readonly now: Date;
  readonly after: Place;
  readonly most: number;
}

/** Selects the next open objects of a tenant, in the order of the indexes of its lists. */
export async function selectOpen(
  tx: Sql,
  { tenantId, now, after, most }: OpenBatch,
  { table, isOpen }: OpenObjects,
) {
  const { createdAt, seq } = table;
  const isNext = raw`(${createdAt}, ${seq}) > (${after.at.toISOString()}::timestamptz, ${after.seq}::bigint)`;
  const rows = await tx
    .select({
      id: raw<string>`${table.id}`,
      ms: raw`extract(epoch from ${createdAt}) * 1000`.mapWith(Number),
      seq: raw`${seq}`.mapWith(Number),
    })
    .from(table)
    .where(and(eq(table.tenantId, tenantId), isOpen(now), isNext))
    .orderBy(asc(createdAt), asc(seq))
    .limit(most);
  return rows.map(({ id, ms, seq: number }) => {
    return { id, place: { at: new Date(Math.round(ms)), seq: number } };
  });
}

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

/** Reads the prices of tenants, or of partners. @returns a function that returns the prices of one. */
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
