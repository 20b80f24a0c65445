import { and, eq, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { apiKeys } from '../../db/schema/index.js';
import { listOperation } from '../../http/list-operation.js';
import {
  type ChangeContext,
  changeOperation,
  readOperation,
  tagged,
} from '../../http/operation.js';
import { allow, transition } from '../../http/state-machine.js';
import { text } from '../../limits/bounded.js';
import { keyStates } from '../keys/index.js';
import { lockTenant, type TenantRow, tenantStates, tenantStatuses } from '../tenants/index.js';
import { catalogPackages, checkPricing, packagesOf, pricingOf, storePricing } from './pricing.js';
import { provisionTenant } from './provision-tenant.js';
import { provisionedRecords } from './records.js';
import { tenantToWire } from './to-wire.js';
import { ChangeTenant, Pricing, ProvisionedTenant, ProvisionTenant, Tenant } from './wire.js';

const params = z.object({ tenantId: text('id') });

const provision = changeOperation({
  id: 'provisionTenant',
  method: 'POST',
  path: '/v1/partner/tenants',
  summary: 'Create a tenant with a key of its own, which is shown once',
  partner: true,
  // The specification shows the fields, and neither the path nor the method.
  input: { body: ProvisionTenant },
  status: 201,
  returns: ProvisionedTenant,
  secret: true,
  refuses: ['terms_version_unknown'],
  async handle({ body }, context) {
    const { tenant, ...more } = await provisionTenant(context, body);
    return { ...(await toWire(context, tenant)), ...more };
  },
});

const list = listOperation({
  id: 'listTenants',
  path: '/v1/partner/tenants',
  summary: 'List the tenants that the partner has provisioned',
  partner: true,
  of: provisionedRecords,
  item: Tenant,
  filters: { status: z.enum(tenantStatuses) },
  async toWire(rows, { sql }) {
    const pricing = await pricingOf(
      sql,
      rows.map(({ id }) => id),
    );
    return rows.map((row) => tenantToWire(row, pricing(row.id)));
  },
});

const get = readOperation({
  id: 'getTenant',
  path: '/v1/partner/tenants/{tenantId}',
  summary: 'Get a tenant',
  partner: true,
  input: { params },
  returns: Tenant,
  async handle({ params: { tenantId } }, { sql, scope }) {
    const row = await provisionedRecords.find(sql, scope, tenantId);
    return tenantToWire(row, (await pricingOf(sql, [tenantId]))(tenantId));
  },
});

const change = changeOperation({
  id: 'changeTenant',
  method: 'PATCH',
  path: '/v1/partner/tenants/{tenantId}',
  summary: 'Change a tenant',
  partner: true,
  input: { params, body: ChangeTenant },
  returns: Tenant,
  refuses: ['state_conflict'],
  allowedWhen: { status: tenantStates.actions.change.from },
  async handle({ params: { tenantId }, body: { facilityName, ...body } }, context) {
    const before = await provisionedRecords.lock(context.tx, context.scope, tenantId);
    allow(tenantStates, 'change', before);
    const changes = { ...body, name: facilityName };
    return toWire(context, await provisionedRecords.save(context, before, changes));
  },
});

const setPricing = changeOperation({
  id: 'setTenantPricing',
  method: 'PUT',
  path: '/v1/partner/tenants/{tenantId}/pricing',
  summary: 'Replace all prices of a tenant, for reports that are ordered from now on',
  partner: true,
  input: { params, body: Pricing },
  returns: Tenant,
  refuses: ['state_conflict'],
  allowedWhen: { status: tenantStates.actions.change.from },
  async handle({ params: { tenantId }, body }, context) {
    const { tx, scope } = context;
    const before = await provisionedRecords.lock(tx, scope, tenantId);
    allow(tenantStates, 'change', before);
    await checkPricing(tx, body, await packagesOf(tx, tenantId, Object.keys(body.packages)));
    await storePricing(tx, tenantId, body);
    return toWire(context, await provisionedRecords.save(context, before, {}));
  },
});

const suspend = moveOperation(
  'suspend',
  'suspendTenant',
  'Suspend a tenant: its keys are refused, and its deliveries go on',
);
const reactivate = moveOperation('reactivate', 'reactivateTenant', 'Let a suspended tenant go on');
const close = moveOperation('close', 'closeTenant', 'Close a tenant for good, and revoke its keys');

const getPriceBook = readOperation({
  id: 'getPriceBook',
  path: '/v1/partner/price-book',
  summary: 'Get the prices of the partner for all its tenants',
  partner: true,
  input: {},
  returns: Pricing,
  refuses: ['parameter_unknown'],
  async handle(_input, { sql, scope: { tenantId } }) {
    return (await pricingOf(sql, [tenantId]))(tenantId);
  },
});

const setPriceBook = changeOperation({
  id: 'setPriceBook',
  method: 'PUT',
  path: '/v1/partner/price-book',
  summary: 'Replace all prices of the partner, for reports that its tenants order from now on',
  partner: true,
  input: { body: Pricing },
  returns: Pricing,
  refuses: ['parameter_unknown'],
  async handle({ body }, { tx, scope: { tenantId } }) {
    await lockTenant(tx, tenantId);
    await checkPricing(tx, body, catalogPackages);
    await storePricing(tx, tenantId, body);
    return (await pricingOf(tx, [tenantId]))(tenantId);
  },
});

export const partnerOperations = tagged('Partner provisioning', [
  provision,
  list,
  get,
  change,
  setPricing,
  suspend,
  reactivate,
  close,
  getPriceBook,
  setPriceBook,
]);

/** An operation that changes the state of a tenant. */
function moveOperation(action: 'suspend' | 'reactivate' | 'close', id: string, summary: string) {
  return changeOperation({
    id,
    method: 'POST',
    path: `/v1/partner/tenants/{tenantId}/${action}`,
    summary,
    partner: true,
    input: { params },
    returns: Tenant,
    refuses: ['state_conflict'],
    allowedWhen: { status: tenantStates.actions[action].from },
    async handle({ params: { tenantId } }, context) {
      const before = await provisionedRecords.lock(context.tx, context.scope, tenantId);
      const changes = transition(tenantStates, action, before, {});
      if (action === 'close') await revokeKeysOf(context, tenantId);
      return toWire(context, await provisionedRecords.save(context, before, changes));
    },
  });
}

async function revokeKeysOf({ tx, now }: ChangeContext, tenantId: string): Promise<void> {
  await tx
    .update(apiKeys)
    .set(transition(keyStates, 'revoke', { revokedAt: null }, { revokedAt: now }))
    .where(and(eq(apiKeys.tenantId, tenantId), isNull(apiKeys.revokedAt)));
}

async function toWire({ tx }: ChangeContext, row: TenantRow): Promise<z.input<typeof Tenant>> {
  return tenantToWire(row, (await pricingOf(tx, [row.id]))(row.id));
}
