import { describe, expect, it } from 'vitest';
import { describeApi } from '../../../src/service/operations.js';
import { signIn } from '../../../test/support/dashboard-browser.js';
import { describedOperations } from '../../../test/support/openapi.js';
import { problem } from '../../../test/support/problems.js';
import { addTenant } from '../../../test/support/tenants.js';
import { twoIntegrations } from '../../../test/support/two-integrations.js';

const world = twoIntegrations();
const operations = describedOperations(describeApi());

async function tenantIdOf(key: string): Promise<string> {
  const { body } = await world().service.call('GET', '/v1/account', undefined, { key });
  return String(body['id']);
}

/** A session that acts as the tenant whose partner is the account. */
async function actingAsTenant() {
  const { service, otherTenant } = world();
  const tenantId = await tenantIdOf(otherTenant.key);
  const browser = await signIn(service);
  const answer = await browser.submit('/login/tenant', { tenantId, csrf: browser.csrf() });
  expect([answer.status, answer.headers.get('location')], answer.text).toEqual([303, '/']);
  return { browser, tenantId, csrf: browser.csrf(tenantId) };
}

/** What tells one answer from another of the same request. */
const told = (text: string): string => text.replaceAll(/req_[a-z2-7]{24}/g, 'req');

const reads = operations.filter(({ method, streams }) => method === 'GET' && !streams);
const changesOfOne = operations.filter(
  ({ method, path }) => method !== 'GET' && path.includes('{'),
);

/** What an answer tells, without the counts of requests: each is counted. */
const shown = (text: string) => told(text).replace(/"usage":\{[^}]*\}/g, '');

describe('a session that acts as a tenant', () => {
  it.each(reads.map((one) => [one.path, one] as const))(
    'reads at %s what a key of the tenant reads',
    async (_path, { path }) => {
      const { service, otherTenant, ownedIds, partner, list } = world();
      const { browser } = await actingAsTenant();
      const collection = path.split('/{')[0] ?? '';
      const field = /\{(\w+)\}/.exec(path)?.[1];
      const ids =
        field === undefined
          ? ['']
          : [
              ...Object.values(ownedIds),
              ...(await list(partner, collection).catch(() => [])).map((one) => String(one['id'])),
            ];
      for (const id of ids) {
        const target = path.replace(/\{\w+\}/, id);
        const byKey = await service.call('GET', target, undefined, { key: otherTenant.key });
        const bySession = await browser.send('GET', target);
        expect(bySession.status).toBe(byKey.status);
        // Each request is logged.
        if (collection !== '/v1/api-requests')
          expect(shown(bySession.text)).toBe(shown(byKey.text));
      }
    },
  );

  it.each(changesOfOne.map((one) => [`${one.method} ${one.path}`, one] as const))(
    'does not find the objects of the account: %s',
    async (_name, { method, path }) => {
      const { list, partner } = world();
      const { browser, csrf } = await actingAsTenant();
      const collection = path.split('/{')[0] ?? '';
      const field = /\{(\w+)\}/.exec(path)?.[1] ?? '';
      if (collection === '/v1/partner/tenants') {
        const { body } = await browser.send(method, path.replace(/\{\w+\}/, 'x'), { csrf });
        expect(body['code']).toBe('partner_required');
        return;
      }
      const [first] = await list(partner, collection).catch(() => []);
      const id = String(first?.[field] ?? first?.['slug'] ?? 'missing');
      const { status, text } = await browser.send(method, path.replace(/\{\w+\}/, id), { csrf });
      // The configurations of the catalog are there for everybody, and nobody changes them.
      const refused = collection === '/v1/document-configs' ? [409] : [404, 422];
      expect(refused, text).toContain(status);
    },
  );

  it('changes what is of the tenant, and the log says so to the tenant only', async () => {
    const { service, otherTenant, partner } = world();
    const { browser, csrf } = await actingAsTenant();
    const body = { firstName: 'Ana', lastName: 'Silva', email: 'ana.silva@example.com' };
    const made = await browser.send('POST', '/v1/candidates', { body, csrf });
    expect(made.status, made.text).toBe(201);
    const path = `/v1/candidates/${made.body['id']}`;
    const of = async (key: string, at: string) =>
      (await service.call('GET', at, undefined, { key })).status;
    expect(await of(otherTenant.key, path)).toBe(200);
    expect(await of(partner, path)).toBe(404);
    const log = `/v1/api-requests/${made.headers.get('service-request-id')}`;
    expect(await of(otherTenant.key, log)).toBe(200);
    expect(await of(partner, log)).toBe(404);
  });

  it('is a partner no longer', async () => {
    const { browser } = await actingAsTenant();
    const { status, body } = await browser.send('GET', '/v1/partner/tenants');
    expect([status, body['code']]).toEqual([403, 'partner_required']);
  });

  it('does not take changes of a page that shows the account, nor the other way round', async () => {
    const { browser, csrf } = await actingAsTenant();
    const body = { name: 'Third' };
    const stale = await browser.send('POST', '/v1/integrations', { body });
    expect(stale).toMatchObject(problem(403, 'csrf_token_invalid'));
    const { status } = await browser.submit('/login/tenant', { tenantId: '', csrf });
    expect(status).toBe(303);
    const back = await browser.send('POST', '/v1/integrations', { body, csrf });
    expect(back).toMatchObject(problem(403, 'csrf_token_invalid'));
    expect((await browser.send('POST', '/v1/integrations', { body })).status).toBe(201);
  });

  it('is refused while the tenant is suspended, and acts as the account when it is closed', async () => {
    const { service } = world();
    const { browser, tenantId } = await actingAsTenant();
    const path = `/v1/partner/tenants/${tenantId}`;
    await service.call('POST', `${path}/suspend`);
    const suspended = await browser.send('GET', '/v1/account');
    expect(suspended).toMatchObject(problem(403, 'tenant_suspended'));
    await service.call('POST', `${path}/close`);
    expect((await browser.send('GET', '/v1/account')).body['id']).toBe('acct');
  });
});

/** Tenants that a session of the account must not act as. */
const others: readonly (readonly [string, () => Promise<string>])[] = [
  [
    'a tenant of another partner',
    async () => {
      await addTenant(world().sql, 'ten_foreign', { partnerId: 'ten_partner' });
      return 'ten_foreign';
    },
  ],
  ['another partner', () => tenantIdOf(world().otherPartner.key)],
  ['the account itself by its id', async () => 'acct'],
  [
    'a tenant that was closed',
    async () => {
      const { service, otherTenant } = world();
      const id = await tenantIdOf(otherTenant.key);
      await service.call('POST', `/v1/partner/tenants/${id}/close`);
      return id;
    },
  ],
  ['a tenant that is not there', async () => 'ten_nowhere'],
  ['a header', async () => 'ten_x\r\nSet-Cookie: screening_session_1=x\r\nX-A: b'],
  ['markup', async () => '"><script>alert(1)</script>'],
  ['U+0000', async () => 'ten_\u0000'],
  ['a long text', async () => 'x'.repeat(100_000)],
];

describe('a session cannot act as', () => {
  it.each(others)('%s', async (_what, target) => {
    const { service } = world();
    const tenantId = await target();
    const browser = await signIn(service);
    const { status, text, headers } = await browser.submit('/login/tenant', {
      tenantId,
      csrf: browser.csrf(),
    });
    expect(status).toBe(404);
    expect(text).toContain('There is no such tenant');
    expect(text).not.toContain('alert');
    expect(headers.get('cache-control')).toBe('no-store');
    expect([headers.get('set-cookie'), headers.get('x-a')]).toEqual([null, null]);
    expect((await browser.send('GET', '/v1/account')).body['id']).toBe('acct');
  });
});

it('acts as a tenant for a page of the service only, with its token', async () => {
  const { service, otherTenant } = world();
  const tenantId = await tenantIdOf(otherTenant.key);
  const browser = await signIn(service);
  for (const csrf of ['', 'x', (await signIn(service)).csrf()]) {
    expect((await browser.submit('/login/tenant', { tenantId, csrf })).status).toBe(403);
  }
  for (const headers of [
    { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-site' },
    { origin: null, 'sec-fetch-site': null },
  ]) {
    const { status } = await browser.send('POST', '/login/tenant', { headers });
    expect(status).toBe(403);
  }
  const stranger = await browser.send('POST', '/login/tenant', { headers: { cookie: null } });
  expect([stranger.status, stranger.headers.get('location')]).toEqual([303, '/login']);
  const json = await browser.send('POST', '/login/tenant', { body: { tenantId } });
  expect(json.status).toBe(400);
  expect((await browser.send('GET', '/v1/account')).body['id']).toBe('acct');
});
