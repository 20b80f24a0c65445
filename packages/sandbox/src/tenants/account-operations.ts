import { eq } from 'drizzle-orm';
import { found } from '../api/find.js';
import { changeOperation, readOperation } from '../api/operation.js';
import { Problem } from '../api/problem.js';
import { tenants } from '../store/schema/index.js';
import { findTenant } from './find-tenant.js';
import { accountToWire } from './to-wire.js';
import { Account, ChangeAccount } from './wire.js';

const get = readOperation({
  id: 'getAccount',
  path: '/v1/account',
  tag: 'Account',
  summary: 'Get the account, or the tenant, of the key',
  scopes: ['full_access'],
  shown: false,
  input: {},
  status: 200,
  returns: Account,
  refuses: ['parameter_unknown'],
  async handle(_input, { sql, scope }) {
    return accountToWire(await findTenant(sql, scope.tenantId));
  },
});

const change = changeOperation({
  id: 'changeAccount',
  method: 'PATCH',
  path: '/v1/account',
  tag: 'Account',
  summary: 'Change the account, or the tenant, of the key',
  scopes: ['full_access'],
  shown: false,
  input: { body: ChangeAccount },
  status: 200,
  returns: Account,
  refuses: ['parameter_unknown'],
  async handle({ body }, { tx, now, scope: { tenantId, integrationId } }) {
    if (integrationId !== null) {
      throw new Problem(
        'scope_insufficient',
        'A key of one integration cannot change what all integrations share.',
      );
    }
    const rows = await tx
      .update(tenants)
      .set({ ...body, updatedAt: now })
      .where(eq(tenants.id, tenantId))
      .returning();
    return accountToWire(found(rows, 'tenant', tenantId));
  },
});

export const accountOperations = [get, change];
