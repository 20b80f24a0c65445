import { describe, expect, it } from 'vitest';
import { operations, twoIntegrations } from '../../../support/two-integrations.js';

// Rules I1 to I3 and I6 to I9 of the service tables 1.11.

const world = twoIntegrations();
const forPartners = operations.filter(({ partner }) => partner);

it(`only keys of a partner, bound to no integration, reach its ${forPartners.length} operations`, async () => {
  const { service, owner, other, otherTenant } = world();
  const ofPaths = operations.filter(({ path }) => path.startsWith('/v1/partner/'));
  expect(forPartners).toEqual(ofPaths);
  for (const { method, path } of forPartners) {
    for (const key of [owner, other.key, otherTenant.key]) {
      const answer = await service.call(method, path.replace(/\{\w+\}/, 'x'), undefined, { key });
      expect(answer).toMatchObject({ status: 403, body: { code: 'partner_required' } });
    }
  }
});

describe('I9: a key of an integration', () => {
  it('creates keys of its own integration', async () => {
    const { other, create } = world();
    const body = { label: 'Second', scope: 'full_access' };
    const { integrationId, key } = await create(other.key, '/v1/api-keys', body);
    expect(integrationId).toBe(other.integrationId);
    await create(String(key), '/v1/webhook-endpoints', { url: 'http://localhost:9/' });
  });

  it('does not find the keys of the whole tenant', async () => {
    const { service, other, list } = world();
    const keys = await list(service.description.keys.full, '/v1/api-keys?limit=100');
    const ofAll = keys.filter(({ integrationId }) => integrationId === null);
    expect(ofAll).toHaveLength(2);
    for (const { id } of ofAll) {
      const path = `/v1/api-keys/${id}`;
      for (const [method, target] of [
        ['GET', path],
        ['GET', `${path}/usage`],
        ['PATCH', path],
        ['POST', `${path}/revoke`],
      ] as const) {
        const { status } = await service.call(method, target, undefined, { key: other.key });
        expect(status).toBe(404);
      }
    }
  });

  it('creates no integration', async () => {
    const { service, other } = world();
    const { key } = other;
    expect(
      await service.call('POST', '/v1/integrations', { name: 'Third' }, { key }),
    ).toMatchObject({ status: 403, body: { code: 'scope_insufficient' } });
  });
});

describe('an event reaches', () => {
  const url = 'http://localhost:9/webhooks/screening';
  const document = {
    documentConfigSlug: 'cpr-card',
    state: 'CA',
    formData: { holderName: 'Maria Ortiz' },
  };

  it('I1: the endpoints of its own integration only', async () => {
    const { service, owner, other, create, list } = world();
    const { id: endpointId } = await create(other.key, '/v1/webhook-endpoints', { url });
    const { verificationId } = await create(other.key, '/v1/document-verifications', document);
    await service.control('/clock', { settle: true });
    const deliveries = await service.list('/v1/webhook-deliveries');
    const [event] = await list(other.key, '/v1/events');
    expect(Object(event?.['data']).verificationId).toBe(verificationId);
    expect(deliveries.map((delivery) => [delivery['eventId'], delivery['endpointId']])).toEqual([
      [expect.any(String), service.description.endpoints[0]?.id],
      [event?.['id'], endpointId],
    ]);
    expect(await list(owner, '/v1/webhook-deliveries')).toHaveLength(1);
  });

  it('I6: one of two endpoints with the same URL, each with a secret of its own', async () => {
    const { service, owner, other, create, list } = world();
    const mine = await create(owner, '/v1/webhook-endpoints', { url });
    const theirs = await create(other.key, '/v1/webhook-endpoints', { url });
    expect(mine['secret']).not.toBe(theirs['secret']);
    for (const key of [owner, other.key]) {
      await create(key, '/v1/document-verifications', document);
    }
    await service.control('/clock', { settle: true });
    const of = async (key: string, endpointId: unknown) =>
      list(key, `/v1/webhook-deliveries?endpointId=${endpointId}`);
    expect(await of(owner, mine['id'])).toHaveLength(1);
    expect(await of(other.key, theirs['id'])).toHaveLength(1);
  });

  const mismatch = { status: 422, body: { code: 'event_type_scope_mismatch' } };

  it('I2: no endpoint of the account, which cannot subscribe to it', async () => {
    const { service, owner, create, list } = world();
    const { full } = service.description.keys;
    const { id } = await create(full, '/v1/webhook-endpoints', { url, owner: 'account' });
    const eventTypes = ['document_verification.completed'];
    const path = `/v1/webhook-endpoints/${id}`;
    expect(await service.call('PATCH', path, { eventTypes })).toMatchObject(mismatch);
    await create(owner, '/v1/document-verifications', document);
    await service.control('/clock', { settle: true });
    expect(await list(full, '/v1/webhook-deliveries?limit=100')).toHaveLength(2);
    expect(await list(full, `/v1/webhook-deliveries?endpointId=${id}`)).toEqual([]);
  });

  it.each(['report.completed', 'candidate.completed'])(
    'I3: of the account, no endpoint of an integration: %s',
    async (type) => {
      const { service, owner: key, ownedIds } = world();
      const path = '/v1/webhook-endpoints';
      const eventTypes = ['document_verification.failed', type];
      const created = await service.call('POST', path, { url, eventTypes }, { key });
      expect(created).toMatchObject(mismatch);
      const change = { url, eventTypes };
      const changed = await service.call('PATCH', `${path}/${ownedIds['endpointId']}`, change);
      expect(changed).toMatchObject(mismatch);
    },
  );

  it('I7: by a replay, its original endpoint only', async () => {
    const { service, owner, other, create, list } = world();
    const [delivery] = await list(owner, '/v1/webhook-deliveries');
    // Each endpoint would get the event if it were emitted now.
    await create(owner, '/v1/webhook-endpoints', { url });
    await create(other.key, '/v1/webhook-endpoints', { url });
    const path = `/v1/webhook-deliveries/${delivery?.['id']}/replay`;
    expect(await service.call('POST', path)).toMatchObject({ status: 202 });
    await service.control('/clock', { settle: true });
    expect(await list(service.description.keys.full, '/v1/webhook-deliveries')).toMatchObject([
      { id: delivery?.['id'], endpointId: delivery?.['endpointId'], attemptCount: 2 },
    ]);
  });

  it('I8: no endpoint that was created later', async () => {
    const { service, owner, create, list } = world();
    const { id } = await create(owner, '/v1/webhook-endpoints', { url });
    await service.control('/clock', { advance: '1d' });
    expect(await list(owner, `/v1/webhook-deliveries?endpointId=${id}`)).toEqual([]);
  });
});
