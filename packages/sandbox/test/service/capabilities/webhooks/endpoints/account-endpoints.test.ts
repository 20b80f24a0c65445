import { expect, it } from 'vitest';
import { problem } from '../../../../support/problems.js';
import { twoIntegrations } from '../../../../support/two-integrations.js';

const world = twoIntegrations();
const path = '/v1/webhook-endpoints';
const body = { url: 'http://localhost:9/', owner: 'account' };

it('a key of an integration neither creates nor sees an endpoint of the account', async () => {
  const { service, owner, other, otherTenant, create, list } = world();
  expect(await service.call('POST', path, body, { key: owner })).toMatchObject(
    problem(403, 'scope_insufficient'),
  );
  const { id } = await create(service.description.keys.full, path, body);
  for (const key of [owner, other.key, otherTenant.key]) {
    expect((await service.call('GET', `${path}/${id}`, undefined, { key })).status).toBe(404);
    expect(await list(key, `${path}?owner=account`)).toEqual([]);
  }
  expect((await service.call('GET', `${path}/${id}`)).status).toBe(200);
  const { full } = service.description.keys;
  const of = `integrationId=${service.description.integrationId}`;
  expect(await list(full, `${path}?owner=account`)).toMatchObject([{ id }]);
  expect(await list(full, `${path}?owner=account&${of}`)).toEqual([]);
  expect(await list(full, `${path}?owner=integration&${of}`)).toHaveLength(1);
});
