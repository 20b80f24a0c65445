import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { tenants } from '../../db/schema/index.js';
import type { Sql } from '../../db/sql.js';
import { found } from '../../http/find.js';
import { changeOperation, readOperation, tagged } from '../../http/operation.js';
import { Problem } from '../../http/problem.js';
import type { Scope } from '../../kernel/scope.js';
import { selectDefaultIntegration } from '../integrations/index.js';
import { findTenant, type TenantRow } from './find-tenant.js';
import { accountToWire } from './to-wire.js';
import { Account, ChangeAccount } from './wire.js';

const get = readOperation({
  id: 'getAccount',
  path: '/v1/account',
  summary: 'Get the account, or the tenant, of the key',
  input: {},
  returns: Account,
  refuses: ['parameter_unknown'],
  async handle(_input, { sql, scope }) {
    return toWire(sql, scope, await findTenant(sql, scope.tenantId));
  },
});

const change = changeOperation({
  id: 'changeAccount',
  method: 'PATCH',
  path: '/v1/account',
  summary: 'Change the account, or the tenant, of the key',
  input: { body: ChangeAccount },
  returns: Account,
  refuses: ['parameter_unknown'],
  async handle({ body }, { tx, now, scope }) {
    const { tenantId, integrationId } = scope;
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
    return toWire(tx, scope, found(rows, 'tenant', tenantId));
  },
});

export const accountOperations = tagged('Account', [get, change]);

async function toWire(sql: Sql, scope: Scope, row: TenantRow): Promise<z.input<typeof Account>> {
  const [integration] = await selectDefaultIntegration(sql, scope);
  return accountToWire(row, integration?.id ?? null);
}
