import { and, eq, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { found } from '../api/find.js';
import { type ChangeContext, changeOperation, readOperation } from '../api/operation.js';
import { listOf, page, pageQuery, pageRange } from '../api/paging.js';
import { nextState } from '../api/state-machine.js';
import { apiKeys, tenants } from '../store/schema/index.js';
import { findProvisioned, lockProvisioned, ofPartner } from './find-provisioned.js';
import { lockTenant, type TenantRow } from './find-tenant.js';
import { catalogPackages, checkPricing, packagesOf, pricingOf, storePricing } from './pricing.js';
import { provisionTenant } from './provision-tenant.js';
import { tenantStates, tenantStatuses } from './states.js';
import { tenantToWire } from './to-wire.js';
import { ChangeTenant, Pricing, ProvisionedTenant, ProvisionTenant, Tenant } from './wire.js';

const tag = 'Partner provisioning';
const params = z.object({ tenantId: z.string() });

const provision = changeOperation({
  id: 'provisionTenant',
  method: 'POST',
  path: '/v1/partner/tenants',
  tag,
  summary: 'Create a tenant with a key of its own, which is shown once',
  scopes: ['full_access'],
  partner: true,
  // The specification shows the fields, and neither the path nor the method.
  shown: false,
  input: { body: ProvisionTenant },
  status: 201,
  returns: ProvisionedTenant,
  refuses: ['terms_version_unknown'],
  async handle({ body }, context) {
    const { tenant, ...more } = await provisionTenant(context, body);
    return { ...(await toWire(context, tenant)), ...more };
  },
});

const list = readOperation({
  id: 'listTenants',
  path: '/v1/partner/tenants',
  tag,
  summary: 'List the tenants that the partner has provisioned',
  scopes: ['full_access'],
  partner: true,
  shown: false,
  input: { query: z.strictObject({ ...pageQuery, status: z.enum(tenantStatuses).optional() }) },
  status: 200,
  returns: listOf(Tenant).meta({ id: 'TenantList' }),
  refuses: ['cursor_invalid', 'parameter_unknown'],
  async handle({ query }, { sql, scope }) {
    const { status } = query;
    const range = pageRange(tenants.seq, query, { status });
    const rows = await sql
      .select()
      .from(tenants)
      .where(
        and(
          ofPartner(scope),
          status === undefined ? undefined : eq(tenants.status, status),
          range.where,
        ),
      )
      .orderBy(range.orderBy)
      .limit(range.limit);
    const pricing = await pricingOf(
      sql,
      rows.map(({ id }) => id),
    );
    return page(rows, query, { status }, (row) => tenantToWire(row, pricing(row.id)));
  },
});

const get = readOperation({
  id: 'getTenant',
  path: '/v1/partner/tenants/{tenantId}',
  tag,
  summary: 'Get a tenant',
  scopes: ['full_access'],
  partner: true,
  shown: false,
  input: { params },
  status: 200,
  returns: Tenant,
  refuses: ['resource_not_found'],
  async handle({ params: { tenantId } }, { sql, scope }) {
    const row = await findProvisioned(sql, scope, tenantId);
    return tenantToWire(row, (await pricingOf(sql, [tenantId]))(tenantId));
  },
});

const change = changeOperation({
  id: 'changeTenant',
  method: 'PATCH',
  path: '/v1/partner/tenants/{tenantId}',
  tag,
  summary: 'Change a tenant',
  scopes: ['full_access'],
  partner: true,
  shown: false,
  input: { params, body: ChangeTenant },
  status: 200,
  returns: Tenant,
  refuses: ['resource_not_found', 'state_conflict'],
  allowedWhen: { status: tenantStates.change.from },
  async handle({ params: { tenantId }, body: { facilityName, ...body } }, context) {
    const before = await lockProvisioned(context.tx, context.scope, tenantId);
    nextState(tenantStates, 'change', before.status);
    return toWire(context, await save(context, tenantId, { ...body, name: facilityName }));
  },
});

const setPricing = changeOperation({
  id: 'setTenantPricing',
  method: 'PUT',
  path: '/v1/partner/tenants/{tenantId}/pricing',
  tag,
  summary: 'Replace all prices of a tenant, for reports that are ordered from now on',
  scopes: ['full_access'],
  partner: true,
  shown: false,
  input: { params, body: Pricing },
  status: 200,
  returns: Tenant,
  refuses: ['resource_not_found', 'state_conflict'],
  allowedWhen: { status: tenantStates.change.from },
  async handle({ params: { tenantId }, body }, context) {
    const { tx, scope } = context;
    const before = await lockProvisioned(tx, scope, tenantId);
    nextState(tenantStates, 'change', before.status);
    await checkPricing(tx, body, await packagesOf(tx, tenantId, Object.keys(body.packages)));
    await storePricing(tx, tenantId, body);
    return toWire(context, await save(context, tenantId, {}));
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
  tag,
  summary: 'Get the prices of the partner for all its tenants',
  scopes: ['full_access'],
  partner: true,
  shown: false,
  input: {},
  status: 200,
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
  tag,
  summary: 'Replace all prices of the partner, for reports that its tenants order from now on',
  scopes: ['full_access'],
  partner: true,
  shown: false,
  input: { body: Pricing },
  status: 200,
  returns: Pricing,
  refuses: ['parameter_unknown'],
  async handle({ body }, { tx, scope: { tenantId } }) {
    await lockTenant(tx, tenantId);
    await checkPricing(tx, body, catalogPackages);
    await storePricing(tx, tenantId, body);
    return (await pricingOf(tx, [tenantId]))(tenantId);
  },
});

export const partnerOperations = [
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
];

/** An operation that changes the state of a tenant. */
function moveOperation(action: 'suspend' | 'reactivate' | 'close', id: string, summary: string) {
  return changeOperation({
    id,
    method: 'POST',
    path: `/v1/partner/tenants/{tenantId}/${action}`,
    tag,
    summary,
    scopes: ['full_access'],
    partner: true,
    shown: false,
    input: { params },
    status: 200,
    returns: Tenant,
    refuses: ['resource_not_found', 'state_conflict'],
    allowedWhen: { status: tenantStates[action].from },
    async handle({ params: { tenantId } }, context) {
      const before = await lockProvisioned(context.tx, context.scope, tenantId);
      const status = nextState(tenantStates, action, before.status);
      if (status === 'closed') await revokeKeysOf(context, tenantId);
      return toWire(context, await save(context, tenantId, { status }));
    },
  });
}

async function revokeKeysOf({ tx, now }: ChangeContext, tenantId: string): Promise<void> {
  await tx
    .update(apiKeys)
    .set({ revokedAt: now })
    .where(and(eq(apiKeys.tenantId, tenantId), isNull(apiKeys.revokedAt)));
}

type Changes = {
  readonly [Field in 'name' | 'adminEmail' | 'timeZone' | 'brandColor' | 'status']?:
    | TenantRow[Field]
    | undefined;
};

async function save({ tx, now }: ChangeContext, id: string, changes: Changes): Promise<TenantRow> {
  const rows = await tx
    .update(tenants)
    .set({ ...changes, updatedAt: now })
    .where(eq(tenants.id, id))
    .returning();
  return found(rows, 'tenant', id);
}

async function toWire({ tx }: ChangeContext, row: TenantRow): Promise<z.input<typeof Tenant>> {
  return tenantToWire(row, (await pricingOf(tx, [row.id]))(row.id));
}
