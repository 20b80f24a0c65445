import { tenants } from '../../src/service/db/schema/index.js';
import type { Sql } from '../../src/service/db/sql.js';

type Tenant = typeof tenants.$inferInsert;

/** Stores a tenant, without packages and roles, unless it exists. */
export async function addTenant(sql: Sql, id: string, more: Partial<Tenant> = {}): Promise<void> {
  const now = new Date();
  const tenant: Tenant = {
    id,
    partnerId: null,
    slug: id,
    name: 'Test',
    adminEmail: 'admin@facility.example',
    termsVersion: '2026-01',
    status: 'active',
    partner: false,
    timeZone: 'America/New_York',
    brandColor: null,
    createdAt: now,
    updatedAt: now,
    ...more,
  };
  await sql.insert(tenants).values(tenant).onConflictDoNothing();
}
