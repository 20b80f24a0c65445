import type { z } from 'zod';
import type { TenantRow } from './find-tenant.js';
import type { Account } from './wire.js';

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
