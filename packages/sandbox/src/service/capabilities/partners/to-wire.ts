import type { z } from 'zod';
import type { TenantRow } from '../tenants/index.js';
import type { Pricing, Tenant } from './wire.js';

/** A tenant as its partner sees it. */
export function tenantToWire(
  row: TenantRow,
  pricing: z.input<typeof Pricing>,
): z.input<typeof Tenant> {
  return {
    tenantId: row.id,
    slug: row.slug,
    facilityName: row.name,
    adminEmail: row.adminEmail,
    termsVersion: row.termsVersion,
    status: row.status,
    timeZone: row.timeZone,
    brandColor: row.brandColor,
    pricing,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
