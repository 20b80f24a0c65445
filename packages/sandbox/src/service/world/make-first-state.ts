import { createKey } from '../capabilities/keys/index.js';
import { checkTypeCatalog } from '../capabilities/packages/index.js';
import { furnishTenant } from '../capabilities/partners/index.js';
import { account } from '../capabilities/tenants/index.js';
import type { ServiceKeys } from '../config/service-description.js';
import { checkTypes, documentConfigs, tenants, verificationSources } from '../db/schema/index.js';
import type { KeyScope } from '../http/key-scope.js';
import type { Command } from '../kernel/command.js';
import { catalogRows, sources } from './catalog.js';
import { createDemoIntegration } from './demo-integration.js';

/** Makes the first state of a service: the account, the catalogs, the demo integration and two keys. */
export async function makeFirstState(command: Command): Promise<ServiceKeys> {
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
  await tx.insert(verificationSources).values([...sources]);
  await tx.insert(documentConfigs).values(catalogRows(now));
  await createDemoIntegration(command);
  const makeKey = async (scope: KeyScope, label: string): Promise<string> =>
    (await createKey(command, account, { scope, label, allowedOrigins: [] })).key;
  return {
    full: await makeKey('full_access', 'Server'),
    candidate: await makeKey('candidate_create', 'Intake form'),
  };
}
