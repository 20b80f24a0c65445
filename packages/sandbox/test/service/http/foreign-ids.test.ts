import { beforeEach, describe, expect, it } from 'vitest';
import { follow } from '../../support/follow.js';
import { problem } from '../../support/problems.js';
import { type Provisioned, provision } from '../../support/provision.js';
import { sharedService } from '../../support/service.js';
import { smallRoster, uploadRoster } from '../../support/upload-roster.js';

const service = sharedService(async () => new Response());

let stranger: Provisioned;
/** A key of another integration of the tenant. */
let sibling: string;

beforeEach(async () => {
  stranger = await provision(service());
  const { id } = await service().send('POST', '/v1/integrations', { name: 'Other' });
  const body = { label: 'Test', scope: 'full_access', integrationId: id };
  sibling = String((await service().send('POST', '/v1/api-keys', body))['key']);
});

const demo = () => service().description.integrationId;
const endpointId = () => String(service().description.endpoints[0]?.id);
const notFound = problem(404, 'resource_not_found');

async function roleId(): Promise<string> {
  return String((await service().list('/v1/roles'))[0]?.['id']);
}

describe('another tenant', () => {
  const call = (method: string, path: string, body?: object, headers = {}) =>
    service().call(method, path, body, { key: stranger.key, headers });

  it('finds no role, not even for the rows of a roster', async () => {
    const id = await roleId();
    expect(await call('GET', `/v1/roles/${id}`)).toMatchObject(notFound);
    expect(await call('PATCH', `/v1/roles/${id}`, { name: 'Mine' })).toMatchObject(notFound);
    const form = new FormData();
    form.set('file', new Blob(['first_name,last_name,email,work_state\n']), 'roster.csv');
    expect(await call('POST', `/v1/bulk-imports?roleId=${id}`, form)).toMatchObject(notFound);
    // The owner's own.
    const imported = await uploadRoster(service(), smallRoster, `?roleId=${id}`);
    expect(imported).toMatchObject({ roleId: id });
  });

  it('finds no endpoint, and lists nothing by one, nor by an integration', async () => {
    await service().control('/trigger', { type: 'document_verification.completed' });
    expect(await call('GET', `/v1/webhook-endpoints/${endpointId()}`)).toMatchObject(notFound);
    for (const path of [
      `/v1/webhook-deliveries?endpointId=${endpointId()}`,
      `/v1/webhook-endpoints?integrationId=${demo()}`,
    ]) {
      expect((await service().list(path)).length).toBeGreaterThan(0);
      expect(await call('GET', path)).toMatchObject({ status: 200, body: { data: [] } });
    }
  });

  it('makes no key and no endpoint for an integration', async () => {
    const integrationId = demo();
    const key = { label: 'Test', scope: 'full_access', integrationId };
    expect(await call('POST', '/v1/api-keys', key)).toMatchObject(notFound);
    const endpoint = { url: 'http://localhost:3000/', integrationId };
    expect(await call('POST', '/v1/webhook-endpoints', endpoint)).toMatchObject(notFound);
  });

  it('gets no answer by an Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'the-same' };
    const order = { name: 'A role', requirements: [] };
    const own = await service().call('POST', '/v1/roles', order, { headers });
    const other = await call('POST', '/v1/roles', order, headers);
    expect([own.status, other.status]).toEqual([201, 201]);
    expect(other.body['id']).not.toBe(own.body['id']);
  });

  it('sees no delivery of another in the stream', async () => {
    const stream = await follow(service(), { key: stranger.key });
    const type = 'document_verification.completed';
    await service().control('/trigger', { type });
    // The event of the stranger comes after it.
    const { integrationId } = stranger;
    const url = 'http://localhost:3000/';
    const endpoint = await call('POST', '/v1/webhook-endpoints', { url, integrationId });
    await call('POST', `/v1/webhook-endpoints/${endpoint.body['id']}/test`, { eventType: type });
    const [first] = await stream.take(1);
    expect(first?.data).toMatchObject({ endpointId: endpoint.body['id'] });
    await stream.leave();
  });
});

describe('a key of another integration', () => {
  const call = (method: string, path: string, body?: object) =>
    service().call(method, path, body, { key: sibling });

  it('finds no endpoint, and makes no key for it', async () => {
    expect(await call('GET', `/v1/webhook-endpoints/${endpointId()}`)).toMatchObject(notFound);
    const key = { label: 'Test', scope: 'full_access', integrationId: demo() };
    expect(await call('POST', '/v1/api-keys', key)).toMatchObject(notFound);
  });
});
