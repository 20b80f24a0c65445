import { randomBytes } from 'node:crypto';
import { hashKey } from '../../src/service/capabilities/keys/authenticate.js';
import { apiKeys } from '../../src/service/db/schema/index.js';
import type { Sql } from '../../src/service/db/sql.js';
import type { Scope } from '../../src/service/kernel/command.js';
import { addTenant } from './tenants.js';

/** Stores a full-access key for a tenant, or for one of its integrations, and returns it. Creates a missing tenant. */
export async function addKey(sql: Sql, scope: Scope): Promise<string> {
  await addTenant(sql, scope.tenantId);
  const key = `bss_full_${randomBytes(16).toString('hex')}`;
  await sql.insert(apiKeys).values({
    ...scope,
    id: `key_${randomBytes(12).toString('hex')}`,
    scope: 'full_access',
    label: 'Test',
    hash: hashKey(key),
    prefix: 'bss_full_',
    last4: key.slice(-4),
    createdAt: new Date(),
    updatedAt: new Date(),
  });
  return key;
}
