import { describe, expect, it } from 'vitest';
import { maria } from '../../support/maria.js';
import { invalid, problem } from '../../support/problems.js';
import { sharedService } from '../../support/service.js';

// The row "API keys" of spec section 1, and section 5.

type Json = Readonly<Record<string, unknown>>;

const service = sharedService();
async function createKey(more: Json = {}): Promise<{ id: string; key: string; body: Json }> {
  const body = { label: 'Backend', scope: 'full_access', ...more };
  const made = await service().send('POST', '/v1/api-keys', body);
  return { id: String(made['id']), key: String(made['key']), body: made };
}

const get = async (id: string) => (await service().call('GET', `/v1/api-keys/${id}`)).body;
const usage = async (id: string) => (await service().call('GET', `/v1/api-keys/${id}/usage`)).body;
const use = (key: string, path = '/v1/event-types') =>
  service().call('GET', path, undefined, { key });
const revoke = (id: string, key = service().description.keys.full) =>
  service().call('POST', `/v1/api-keys/${id}/revoke`, undefined, { key });

describe('2. API keys are generated, labeled and revoked in the dashboard.', () => {
  it.each([
    ['full_access', /^bss_full_[0-9A-Za-z]{32}$/],
    ['candidate_create', /^bss_cand_[0-9A-Za-z]{32}$/],
  ])('a key with the scope %s is shown once', async (scope, form) => {
    const { id, key, body } = await createKey({ scope });
    expect(key).toMatch(form);
    expect(body).toEqual({
      id: expect.stringMatching(/^key_[a-z2-7]{24}$/),
      label: 'Backend',
      scope,
      prefix: key.slice(0, 9),
      last4: key.slice(-4),
      tenantId: 'acct',
      integrationId: null,
      allowedOrigins: [],
      createdAt: '2026-01-01T00:00:00.000Z',
      updatedAt: '2026-01-01T00:00:00.000Z',
      usage: { requests: 0, errors: 0 },
      lastUsedAt: null,
      revokedAt: null,
      key,
    });
    const { key: _key, ...kept } = body;
    expect(await get(id)).toEqual(kept);
    for (const path of ['/v1/api-keys', `/v1/api-keys/${id}`, '/v1/api-requests']) {
      expect((await service().call('GET', path)).text).not.toContain(key.slice(9));
    }
  });

  it('a revoked key is refused at once, also one that revokes itself', async () => {
    const { id, key } = await createKey();
    expect((await use(key)).status).toBe(200);
    expect(await use(`${key}x`)).toMatchObject(problem(401, 'api_key_invalid'));
    expect((await revoke(id, key)).body['revokedAt']).toBe('2026-01-01T00:00:00.000Z');
    expect(await use(key)).toMatchObject(problem(401, 'api_key_revoked'));
  });

  it('a list shows those of an integration, revoked ones too', async () => {
    const { integrationId } = service().description;
    const { id } = await createKey({ integrationId });
    await revoke(id);
    const listed = await service().list(`/v1/api-keys?integrationId=${integrationId}`);
    expect(listed).toMatchObject([{ id, integrationId, revokedAt: expect.any(String) }]);
    expect(await service().list('/v1/api-keys')).toHaveLength(3);
  });
});
it('a key tells when it was changed or revoked, and its integration names it until then', async () => {
  const { integrationId } = service().description;
  const ofIntegration = async () =>
    (await service().call('GET', `/v1/integrations/${integrationId}`)).body['keyIds'];
  const first = await createKey({ integrationId });
  const second = await createKey({ integrationId });
  await createKey();
  expect(await ofIntegration()).toEqual([first.id, second.id]);
  await service().control('/clock', { advance: '1h' });
  const label = 'Payroll';
  const { body } = await service().call('PATCH', `/v1/api-keys/${second.id}`, { label });
  expect(body).toMatchObject({ label, updatedAt: '2026-01-01T01:00:00.000Z' });
  expect(await get(second.id)).toEqual(body);
  await revoke(first.id);
  expect((await get(first.id))['updatedAt']).toBe('2026-01-01T01:00:00.000Z');
  expect(await ofIntegration()).toEqual([second.id]);
  const [listed] = await service().list('/v1/integrations');
  expect(listed?.['keyIds']).toEqual([second.id]);
});

describe('2. Usage is tracked per key.', () => {
  it('by day and by operation, refusals included', async () => {
    const { id, key } = await createKey();
    expect(await usage(id)).toEqual({ totalRequests: 0, lastUsedAt: null, byDay: [], byRoute: [] });
    await use(key);
    await use(key, '/v1/events?limit=0');
    await service().control('/clock', { advance: '1d' });
    await use(key);
    expect(await usage(id)).toEqual({
      totalRequests: 3,
      lastUsedAt: '2026-01-02T00:00:00.000Z',
      byDay: [
        { date: '2026-01-01', requests: 2, errors: 1 },
        { date: '2026-01-02', requests: 1, errors: 0 },
      ],
      byRoute: [
        { operationId: 'listEventTypes', requests: 2, errors: 0 },
        { operationId: 'listEvents', requests: 1, errors: 1 },
      ],
    });
    expect(await get(id)).toMatchObject({
      lastUsedAt: '2026-01-02T00:00:00.000Z',
      updatedAt: '2026-01-01T00:00:00.000Z',
      usage: { requests: 3, errors: 1 },
    });
  });

  it('a request of a key without the scope counts, one of a revoked key does not', async () => {
    const { id, key } = await createKey({ scope: 'candidate_create' });
    await use(key);
    await revoke(id);
    await use(key);
    expect(await usage(id)).toMatchObject({
      totalRequests: 1,
      byRoute: [{ operationId: 'listEventTypes', requests: 1, errors: 1 }],
    });
  });

  it('20 requests at once are 20', async () => {
    const { id, key } = await createKey();
    await Promise.all(Array.from({ length: 20 }, () => use(key)));
    expect(await usage(id)).toMatchObject({ totalRequests: 20, byDay: [{ requests: 20 }] });
  });
});

describe('3. Full server-side access', () => {
  it('has no origins, because it must never be in a page', async () => {
    const body = { label: 'x', scope: 'full_access', allowedOrigins: ['https://www.example.com'] };
    expect(await service().call('POST', '/v1/api-keys', body)).toMatchObject(
      invalid({ param: 'allowedOrigins', code: 'not_for_scope' }),
    );
  });
});

describe('3. Candidate creation only: meant for embedded, client-side intake.', () => {
  it('a candidate key creates a candidate, and sees no more of it than its id', async () => {
    const { key } = await createKey({ scope: 'candidate_create' });
    const { status, body } = await service().call('POST', '/v1/candidates', maria, { key });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^cand_[a-z2-7]{24}$/),
      status: 'new',
      createdAt: '2026-01-01T00:00:00.000Z',
    });
    expect(await service().list('/v1/candidates')).toMatchObject([{ ...maria, ...body }]);
  });
});

it('4. A key of an integration is as narrow as the integration.', async () => {
  const { integrationId } = service().description;
  const { key, body } = await createKey({ integrationId });
  expect(body['integrationId']).toBe(integrationId);
  await service().send('POST', '/v1/integrations', { name: 'Other' });
  const { body: integrations } = await use(key, '/v1/integrations');
  expect(integrations['data']).toMatchObject([{ id: integrationId }]);
});
