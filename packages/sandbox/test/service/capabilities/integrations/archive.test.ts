import { expect, it } from 'vitest';
import { createEndpoint, order } from '../../../support/orders.js';
import { conflict, invalid } from '../../../support/problems.js';
import { serviceWithReceiver } from '../../../support/service-with-receiver.js';

const { service, receiver } = serviceWithReceiver();
const archived = conflict('archived');

const path = () => `/v1/integrations/${service().description.integrationId}`;

it('a new name keeps the slug', async () => {
  const before = await service().call('GET', path());
  await service().control('/clock', { advance: '1m' });
  const { status, body } = await service().call('PATCH', path(), { name: 'Renamed' });
  expect(status).toBe(200);
  const updatedAt = '2026-01-01T00:01:00.000Z';
  expect(body).toEqual({ ...before.body, name: 'Renamed', updatedAt });
  expect((await service().call('GET', path())).body).toEqual(body);
  expect(await service().call('PATCH', path(), { name: '', slug: 'x' })).toMatchObject(
    invalid({ param: 'name' }, { param: 'slug' }),
  );
});

it('archiving cancels pending work, keeps the history, and refuses new work', async () => {
  const { call, control, description, list } = service();
  const { integrationId } = description;
  const other = await call('POST', '/v1/integrations', { name: 'Other' });
  const otherId = String(other.body['id']);
  await call('POST', '/v1/webhook-endpoints', {
    url: 'http://localhost:9/',
    integrationId: otherId,
  });
  await order(service(), {});
  await control('/clock', { settle: true });
  receiver.failures.push(500);
  await order(service(), {});
  await order(service(), { integrationId: otherId });
  await control('/clock', { settle: true });
  // The result arrives after the archiving, and nobody is notified.
  const late = await order(service(), { licenseNumber: 'SBX-SLOW-1' });

  expect(await call('DELETE', path())).toMatchObject({ status: 200, body: { status: 'archived' } });
  await control('/clock', { advance: '2d' });
  const deliveries = await list('/v1/webhook-deliveries');
  expect(deliveries.map(({ status, attemptCount }) => [status, attemptCount])).toEqual([
    ['succeeded', 1],
    ['canceled', 1],
    ['failed', 5],
  ]);
  expect(receiver.requests).toHaveLength(2);
  const record = await call('GET', `/v1/document-verifications/${late}`);
  expect(record.body['status']).toBe('VERIFIED');
  expect(await list(`/v1/webhook-endpoints?integrationId=${integrationId}`)).toEqual([]);
  expect(await list(`/v1/webhook-endpoints?integrationId=${otherId}`)).toHaveLength(1);

  expect((await call('GET', path())).body['status']).toBe('archived');
  const body = { documentConfigSlug: 'rn-license', state: 'CA', integrationId };
  expect(await call('POST', '/v1/document-verifications', body)).toMatchObject(archived);
  expect(await call('POST', '/v1/verification-sessions', { integrationId })).toMatchObject(
    archived,
  );
  await expect(createEndpoint(service(), 'http://localhost:9/')).rejects.toThrow('archived');
});

it('the list has those of a status, and those of one name have the next number each', async () => {
  const { send, description, list } = service();
  const all = '/v1/integrations';
  const slugs: unknown[] = [];
  for (let made = 0; made < 3; made += 1) {
    slugs.push((await send('POST', all, { name: 'Same name' }))['slug']);
  }
  expect(slugs).toEqual(['same-name', 'same-name-2', 'same-name-3']);
  await send('DELETE', path());
  expect(await list(`${all}?status=active`)).toHaveLength(3);
  expect(await list(`${all}?status=archived`)).toMatchObject([{ id: description.integrationId }]);
  expect(await list(all)).toHaveLength(4);
});
