import { expect, it } from 'vitest';
import { problem } from '../../../support/problems.js';
import { rowMarks } from '../../../support/row-marks.js';
import { twoIntegrations } from '../../../support/two-integrations.js';

// Rule I5 of the service tables 1.11. A document configuration has a slug and no id, so the tests of ids do not cover it.

const world = twoIntegrations();
const path = '/v1/document-configs';
const own = {
  slug: 'own-card',
  name: 'Own card',
  checkTypeSlug: 'certification',
  fields: [{ key: 'cardNumber', required: true }],
};
const requirement = { kind: 'document', slug: own.slug };
const session = { documentConfigSlugs: [own.slug] };
const verification = { documentConfigSlug: own.slug, state: 'CA', formData: { cardNumber: '1' } };

it('another tenant neither sees nor changes a document configuration', async () => {
  const { service, sql, partner, otherTenant, create, list } = world();
  await create(partner, path, own);
  const { key, tenantId } = otherTenant;
  const marks = () => rowMarks(sql, { tenantId, integrationId: undefined });
  const before = await marks();
  for (const method of ['GET', 'PATCH']) {
    const ask = async (slug: string) =>
      service.call(method, `${path}/${slug}`, method === 'GET' ? undefined : {}, { key });
    const refused = await ask(own.slug);
    expect(refused).toMatchObject(problem(404, 'resource_not_found'));
    expect(refused.body['detail']).toBe(
      String((await ask('own-cart')).body['detail']).replace('own-cart', own.slug),
    );
  }
  expect(await marks()).toEqual(before);
  expect(JSON.stringify(await list(key, `${path}?limit=100`))).not.toContain(own.slug);
  expect(await list(key, `${path}?custom=true`)).toEqual([]);
});

it.each([
  ['/v1/document-verifications', verification],
  ['/v1/verification-sessions', session],
  ['/v1/roles', { name: 'Other', requirements: [requirement] }],
])('another tenant does not use one in %s', async (target, body) => {
  const { service, partner, other, otherTenant, create } = world();
  await create(partner, path, own);
  const { integrationId } = otherTenant;
  const named = target === '/v1/roles' ? body : { ...body, integrationId };
  const refused = await service.call('POST', target, named, { key: otherTenant.key });
  expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('"unknown"')]);
  const key = target === '/v1/roles' ? partner : other.key;
  expect((await service.call('POST', target, body, { key })).status).toBe(201);
});

it('two tenants each have one of the same slug, and their documents are of their own', async () => {
  const { service, partner, other, otherTenant, create, list } = world();
  await create(partner, path, own);
  await create(otherTenant.key, path, { ...own, name: 'Theirs', checkTypeSlug: 'health-record' });
  const nameOf = async (key: string) =>
    (await service.send('GET', `${path}/${own.slug}`, undefined, { key }))['name'];
  expect([await nameOf(other.key), await nameOf(otherTenant.key)]).toEqual(['Own card', 'Theirs']);
  const theirs = { ...verification, integrationId: otherTenant.integrationId };
  await create(other.key, '/v1/document-verifications', verification);
  await create(otherTenant.key, '/v1/document-verifications', theirs);
  const typesOf = async (key: string) =>
    (await list(key, `/v1/document-verifications?documentConfigSlug=${own.slug}`)).map(
      ({ checkTypeSlug }) => checkTypeSlug,
    );
  expect(await typesOf(other.key)).toEqual(['certification']);
  expect(await typesOf(otherTenant.key)).toEqual(['health-record']);
});

it("pages and rosters show a tenant's own", async () => {
  const { service, partner, other, otherTenant, create } = world();
  await create(partner, path, own);
  const pageOf = async (key: string, integrationId: string) => {
    const { url } = await create(key, '/v1/verification-sessions', { integrationId });
    return (await service.call('GET', new URL(String(url)).pathname)).text;
  };
  expect(await pageOf(other.key, other.integrationId)).toContain('Own card');
  expect(await pageOf(otherTenant.key, otherTenant.integrationId)).not.toContain('Own card');
  const role = await create(partner, '/v1/roles', { name: 'Own', requirements: [requirement] });
  const roster = `first_name,last_name,email,work_state,own_card_number\nAna,Lopez,a@example.com,CA,77\n`;
  const { id } = await service.send('POST', `/v1/bulk-imports?roleId=${role['id']}`, roster, {
    key: other.key,
    headers: { 'content-type': 'text/csv' },
  });
  await service.control('/clock', { settle: true });
  await service.send('POST', `/v1/bulk-imports/${id}/commit`, undefined, { key: other.key });
  await service.control('/clock', { settle: true });
  const listed = `/v1/document-verifications?documentConfigSlug=${own.slug}`;
  const { text } = await service.call('GET', listed, undefined, { key: other.key });
  expect(text).toContain('"cardNumber":"77"');
});
