import { describe, expect, it } from 'vitest';
import { ownService, type TestService } from '../../support/service.js';

const create = async ({ send }: TestService) => {
  const body = { label: 'leaked', scope: 'full_access' };
  const { id, key } = await send('POST', '/v1/api-keys', body);
  return { id: String(id), key: String(key) };
};
const statusWith = async ({ call }: TestService, key: string) =>
  (await call('GET', '/v1/candidates', undefined, { key })).status;

async function restoreRevoked(service: TestService) {
  const before = await create(service);
  await service.control('/snapshots', { name: 'before' });
  const after = await create(service);
  for (const { id } of [before, after]) await service.send('POST', `/v1/api-keys/${id}/revoke`);
  expect((await service.control('/snapshots/before/restore', {})).status).toBe(200);
  return { before: await statusWith(service, before.key), after, next: await create(service) };
}

describe('where others use the service', () => {
  const service = ownService({ password: 'correct horse battery' });

  it('keeps a key revoked that a snapshot has as active, and never makes one again', async () => {
    const { before, after, next } = await restoreRevoked(service());
    expect(before).toBe(401);
    expect(next.key).not.toBe(after.key);
    expect(await statusWith(service(), after.key)).toBe(401);
  });

  it('keeps a key of the start revoked after a reset', async () => {
    const { keys } = service().description;
    const { data } = await service().send('GET', '/v1/api-keys');
    const [candidate] = (Array.isArray(data) ? data : []).filter(
      ({ scope }) => scope === 'candidate_create',
    );
    await service().send('POST', `/v1/api-keys/${candidate.id}/revoke`);
    await service().control('/reset', {});
    expect(await statusWith(service(), keys.candidate)).toBe(401);
    expect(await statusWith(service(), keys.full)).toBe(200);
  });
});

describe('on the own machine', () => {
  const service = ownService({});

  it('brings a key back, as all else of a snapshot', async () => {
    const { before, after, next } = await restoreRevoked(service());
    expect(before).toBe(200);
    expect(next.key).toBe(after.key);
  });
});
