import type { Sql } from '../../db/sql.js';
import { changeOperation, readOperation, tagged } from '../../http/operation.js';
import { toWire } from '../../http/wire.js';
import type { Scope } from '../../kernel/command.js';
import { selectDefaultIntegration } from '../integrations/index.js';
import { findTenant, type TenantRow, tenantRecords } from './records.js';
import { Account, ChangeAccount } from './wire.js';

export const accountOperations = tagged('Account', [
  readOperation({
    id: 'getAccount',
    path: '/v1/account',
    summary: 'Get the account or tenant of the key',
    input: {},
    returns: Account,
    refuses: ['parameter_unknown'],
    async handle(_input, { sql, scope }) {
      return accountToWire(sql, scope, await findTenant(sql, scope.tenantId));
    },
  }),

  changeOperation({
    id: 'changeAccount',
    method: 'PATCH',
    path: '/v1/account',
    summary: 'Update the account or tenant of the key',
    tenantWide: true,
    changesTenant: true,
    input: { body: ChangeAccount },
    returns: Account,
    refuses: ['parameter_unknown'],
    async handle({ body }, context) {
      const { tx, scope } = context;
      const row = await tenantRecords.lock(tx, scope, scope.tenantId);
      return accountToWire(tx, scope, await tenantRecords.save(context, row, body));
    },
  }),
]);

async function accountToWire(sql: Sql, scope: Scope, row: TenantRow) {
  const [integration] = await selectDefaultIntegration(sql, scope);
  return toWire(Account, { ...row, defaultIntegrationId: integration?.id ?? null });
}
