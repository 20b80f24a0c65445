import type { z } from 'zod';
import type { TenantRow } from './find-tenant.js';
import type { Account, Pricing, Tenant } from './wire.js';

/** A tenant as it sees itself. */
export function accountToWire(
  row: TenantRow,
  defaultIntegrationId: string | null,
): z.input<typeof Account> {
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    status: row.status,
    partner: row.partner,
    adminEmail: row.adminEmail,
    timeZone: row.timeZone,
    brandColor: row.brandColor,
    defaultIntegrationId,
  };
}

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
