import { z } from 'zod';
import type { Sql } from '../../db/sql.js';
import { collection } from '../../http/collection.js';
import { changeOperation, readOperation, tagged } from '../../http/operation.js';
import { allow, toAllowance } from '../../http/state-machine.js';
import { toWire } from '../../http/wire.js';
import { only } from '../../kernel/lists.js';
import { text } from '../../limits/bounded.js';
import { type TenantRow, tenantRecords, tenantStates, tenantStatuses } from '../tenants/index.js';
import { closeTenant } from './close-tenant.js';
import {
  catalogPackages,
  checkPricing,
  knownPackages,
  provisionTenant,
} from './provision-tenant.js';
import { provisionedRecords, readPricing, storePricing } from './records.js';
import { ChangeTenant, Pricing, ProvisionedTenant, ProvisionTenant, Tenant } from './wire.js';

/** Tenants with their prices, under the column names of the API. */
async function withPricing(sql: Sql, rows: readonly TenantRow[]) {
  const pricingOf = await readPricing(
    sql,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => {
    return { ...row, tenantId: row.id, facilityName: row.name, pricing: pricingOf(row.id) };
  });
}

const tenants = collection({
  path: '/v1/partner/tenants',
  param: 'tenantId',
  partner: true,
  of: provisionedRecords,
  item: Tenant,
  toWire: async (rows, { sql }) => (await withPricing(sql, rows)).map((row) => toWire(Tenant, row)),
});

export const partnerOperations = tagged('Partner provisioning', [
  changeOperation({
    id: 'provisionTenant',
    method: 'POST',
    path: '/v1/partner/tenants',
    summary: 'Create a tenant and its API key, which is shown once',
    partner: true,
    // The specification shows the fields, but neither the path nor the method.
    input: { body: ProvisionTenant },
    status: 201,
    returns: ProvisionedTenant,
    secret: true,
    refuses: ['terms_version_unknown'],
    async handle({ body }, context) {
      const { tenant, ...more } = await provisionTenant(context, body);
      const row = only(await withPricing(context.tx, [tenant]));
      return toWire(ProvisionedTenant, { ...row, ...more });
    },
  }),

  tenants.list({
    id: 'listTenants',
    summary: 'List the tenants of the partner',
    filters: { status: z.enum(tenantStatuses) },
  }),

  tenants.get({ id: 'getTenant', summary: 'Get a tenant' }),

  tenants.change('change', {
    id: 'changeTenant',
    summary: 'Update a tenant',
    body: ChangeTenant,
    run: (context, row, { facilityName, ...fields }) =>
      provisionedRecords.save(context, row, { ...fields, name: facilityName }),
  }),

  changeOperation({
    id: 'setTenantPricing',
    method: 'PUT',
    path: '/v1/partner/tenants/{tenantId}/pricing',
    summary: 'Replace all prices of a tenant for new reports',
    partner: true,
    input: { params: z.object({ tenantId: text('id') }), body: Pricing },
    returns: Tenant,
    refuses: ['state_conflict'],
    ...toAllowance(tenantStates, 'change'),
    async handle({ params: { tenantId }, body }, context) {
      const { tx, scope } = context;
      const before = await provisionedRecords.lock(tx, scope, tenantId);
      allow(tenantStates, 'change', before);
      await checkPricing(tx, body, await knownPackages(tx, tenantId, Object.keys(body.packages)));
      await storePricing(tx, tenantId, body);
      const row = await provisionedRecords.save(context, before, {});
      return toWire(Tenant, only(await withPricing(tx, [row])));
    },
  }),

  tenants.act('suspend', {
    id: 'suspendTenant',
    summary: 'Suspend a tenant: its keys are refused and its deliveries continue',
  }),

  tenants.act('reactivate', { id: 'reactivateTenant', summary: 'Reactivate a suspended tenant' }),

  tenants.act('close', {
    id: 'closeTenant',
    summary: 'Close a tenant permanently and revoke its keys',
    run: closeTenant,
  }),

  readOperation({
    id: 'getPriceBook',
    path: '/v1/partner/price-book',
    summary: 'Get the prices of the partner for all its tenants',
    partner: true,
    input: {},
    returns: Pricing,
    refuses: ['parameter_unknown'],
    async handle(_input, { sql, scope: { tenantId } }) {
      return (await readPricing(sql, [tenantId]))(tenantId);
    },
  }),

  changeOperation({
    id: 'setPriceBook',
    method: 'PUT',
    path: '/v1/partner/price-book',
    summary: 'Replace all prices of the partner for new reports of its tenants',
    partner: true,
    changesTenant: true,
    input: { body: Pricing },
    returns: Pricing,
    refuses: ['parameter_unknown'],
    async handle({ body }, { tx, scope }) {
      const { id } = await tenantRecords.lock(tx, scope, scope.tenantId);
      await checkPricing(tx, body, catalogPackages);
      await storePricing(tx, id, body);
      return (await readPricing(tx, [id]))(id);
    },
  }),
]);
