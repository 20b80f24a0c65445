import { checkTypeCatalog } from '../capabilities/packages/index.js';
import { furnishTenant } from '../capabilities/partners/index.js';
import { account } from '../capabilities/tenants/index.js';
import { checkTypes, tenants } from '../db/schema/index.js';
import type { Command } from '../kernel/command.js';

/** Makes the account and the catalog of checks. */
export async function makeAccount(command: Command): Promise<void> {
  const { tx, now } = command;
  const { tenantId } = account;
  await tx.insert(checkTypes).values([...checkTypeCatalog]);
  await tx.insert(tenants).values({
    id: tenantId,
    partnerId: null,
    slug: 'sandbox',
    name: 'Sandbox account',
    adminEmail: 'admin@account.example',
    termsVersion: '2026-01',
    status: 'active',
    partner: true,
    timeZone: 'America/New_York',
    brandColor: null,
    createdAt: now,
    updatedAt: now,
  });
  await furnishTenant(command, tenantId);
}
