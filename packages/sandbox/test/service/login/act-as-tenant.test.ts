import { beforeEach, expect, it } from 'vitest';
import { type DashboardBrowser, signIn } from '../../support/dashboard-browser.js';
import { maria } from '../../support/maria.js';
import { problem } from '../../support/problems.js';
import { type Provisioned, provision } from '../../support/provision.js';
import { sharedService } from '../../support/service.js';
import { addTenant } from '../../support/tenants.js';

// A session that acts as a tenant has the rights of a key of the tenant. Tests for the data of such a key are in http/isolation.

const service = sharedService();
let tenant: Provisioned;
let browser: DashboardBrowser;

beforeEach(async () => {
  tenant = await provision(service());
  browser = await signIn(service());
});

const actAs = (tenantId: string, csrf = browser.csrf()) =>
  browser.submit('/login/tenant', { tenantId, csrf });
const actingAs = async () => (await browser.send('GET', '/v1/account')).body['id'];
const statusOf = async (path: string, key?: string) =>
  (await service().call('GET', path, undefined, key === undefined ? {} : { key })).status;

it('reads and changes the objects of the tenant, and is no longer a partner', async () => {
  const { tenantId, key } = tenant;
  const { id: own } = await service().send('POST', '/v1/candidates', maria);
  const answer = await actAs(tenantId);
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/']);
  const csrf = browser.csrf(tenantId);
  expect((await browser.send('GET', `/v1/candidates/${own}`)).status).toBe(404);
  expect((await browser.send('DELETE', `/v1/candidates/${own}`, { csrf })).status).toBe(404);
  expect((await browser.send('GET', '/v1/partner/tenants')).body['code']).toBe('partner_required');
  const made = await browser.send('POST', '/v1/candidates', { body: maria, csrf });
  // The log is the tenant's, too.
  const log = `/v1/api-requests/${made.headers.get('service-request-id')}`;
  for (const path of [`/v1/candidates/${made.body['id']}`, log]) {
    expect([await statusOf(path, key), await statusOf(path)]).toEqual([200, 404]);
  }
});

it('takes no change of a page that shows the account, nor the other way round', async () => {
  const { tenantId } = tenant;
  await actAs(tenantId);
  const csrf = browser.csrf(tenantId);
  const body = { name: 'Third' };
  const refused = problem(403, 'csrf_token_invalid');
  expect(await browser.send('POST', '/v1/integrations', { body })).toMatchObject(refused);
  expect((await actAs('', csrf)).status).toBe(303);
  expect(await browser.send('POST', '/v1/integrations', { body, csrf })).toMatchObject(refused);
  expect((await browser.send('POST', '/v1/integrations', { body })).status).toBe(201);
});

it('is refused while the tenant is suspended, and acts as the account when it is closed', async () => {
  const path = `/v1/partner/tenants/${tenant.tenantId}`;
  await actAs(tenant.tenantId);
  await service().send('POST', `${path}/suspend`);
  const suspended = problem(403, 'tenant_suspended');
  expect(await browser.send('GET', '/v1/account')).toMatchObject(suspended);
  await service().send('POST', `${path}/close`);
  expect(await actingAs()).toBe('acct');
});

it('acts only as its own open tenants', async () => {
  await addTenant(service().sql, 'ten_partner', { partner: true });
  await addTenant(service().sql, 'ten_foreign', { partnerId: 'ten_partner' });
  await service().send('POST', `/v1/partner/tenants/${tenant.tenantId}/close`);
  for (const tenantId of [
    'ten_foreign',
    'ten_partner',
    'acct',
    tenant.tenantId,
    'ten_nowhere',
    'ten_x\r\nSet-Cookie: screening_session_1=x\r\nX-A: b',
    '"><script>alert(1)</script>',
    'ten_\u0000',
    'x'.repeat(100_000),
  ]) {
    const { status, text, headers } = await actAs(tenantId);
    expect([status, text]).toEqual([404, expect.stringContaining('There is no such tenant')]);
    expect(text).not.toContain('alert');
    expect(headers.get('cache-control')).toBe('no-store');
    expect([headers.get('set-cookie'), headers.get('x-a')]).toEqual([null, null]);
  }
  expect(await actingAs()).toBe('acct');
});

it('acts as a tenant for a page of the service only, with its token', async () => {
  const { tenantId } = tenant;
  for (const csrf of ['', 'x', (await signIn(service())).csrf()]) {
    expect((await actAs(tenantId, csrf)).status).toBe(403);
  }
  for (const headers of [
    { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-site' },
    { origin: null, 'sec-fetch-site': null },
  ]) {
    expect((await browser.send('POST', '/login/tenant', { headers })).status).toBe(403);
  }
  const stranger = await browser.send('POST', '/login/tenant', { headers: { cookie: null } });
  expect([stranger.status, stranger.headers.get('location')]).toEqual([303, '/login']);
  expect((await browser.send('POST', '/login/tenant', { body: { tenantId } })).status).toBe(400);
  expect(await actingAs()).toBe('acct');
});
