import { describe, expect, it } from 'vitest';
import { provision } from '../../support/provision.js';
import { sharedService } from '../../support/service.js';

// A key is not looked up again before the next change.

const service = sharedService();
const read = async (key: string) =>
  (await service().call('GET', '/v1/account', undefined, { key })).status;

async function newKey(): Promise<{ readonly id: string; readonly key: string }> {
  const body = { label: 'Test', scope: 'full_access' };
  const made = await service().call('POST', '/v1/api-keys', body);
  return { id: String(made.body['id']), key: String(made.body['key']) };
}

describe('a key that has just been used', () => {
  it('is refused as soon as it is revoked', async () => {
    const { id, key } = await newKey();
    expect([await read(key), await read(key)]).toEqual([200, 200]);
    await service().call('POST', `/v1/api-keys/${id}/revoke`);
    expect(await read(key)).toBe(401);
  });

  it('is refused while its tenant is suspended, and then taken again', async () => {
    const { key, tenantId } = await provision(service());
    expect(await read(key)).toBe(200);
    await service().call('POST', `/v1/partner/tenants/${tenantId}/suspend`);
    expect(await read(key)).toBe(403);
    await service().call('POST', `/v1/partner/tenants/${tenantId}/reactivate`);
    expect(await read(key)).toBe(200);
  });

  it('is gone after a reset', async () => {
    const { key } = await newKey();
    expect(await read(key)).toBe(200);
    await service().control('/reset', {});
    expect(await read(key)).toBe(401);
  });
});

it('a request after a move of the clock has the time of it', async () => {
  const last = async () => {
    const { body } = await service().call('GET', '/v1/api-requests?limit=1');
    return Object(body['data'])[0]?.createdAt;
  };
  await service().call('GET', '/v1/account');
  expect(await last()).toBe('2026-01-01T00:00:00.000Z');
  await service().control('/clock', { advance: '1h' });
  await service().call('GET', '/v1/account');
  expect(await last()).toBe('2026-01-01T01:00:00.000Z');
});
