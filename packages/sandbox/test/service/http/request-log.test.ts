import { expect, it } from 'vitest';
import { z } from 'zod';
import { apiRequests } from '../../../src/service/db/schema/index.js';
import { operations } from '../../../src/service/operations.js';
import { signIn } from '../../support/dashboard-browser.js';
import { openTestDatabase } from '../../support/open-test-database.js';
import { sharedService, startTestService } from '../../support/service.js';

// Requests are stored after their answers. A read must find all requests that were answered before it.

const service = sharedService();
const listed = async () =>
  (await service().list('/v1/api-requests')).map((request) => request['operationId']);

it('operations whose answers report requests wait for the log', () => {
  const telling = operations({ allowNet: [], ownPorts: [] }).filter(({ id, returns }) => {
    const schema = JSON.stringify(z.toJSONSchema(returns, { unrepresentable: 'any', io: 'input' }));
    // Attempts of deliveries have a duration too. A new key was never used.
    const isOther = /WebhookAttempt/.test(schema) || id === 'createApiKey';
    return !isOther && /"(lastUsedAt|totalRequests|durationMs)"/.test(schema);
  });
  const waiting = operations({ allowNet: [], ownPorts: [] }).filter((each) => each.readsRequestLog);
  expect(waiting.map(({ id }) => id)).toEqual(telling.map(({ id }) => id));
  expect(waiting.length).toBeGreaterThan(5);
});

it('a request is listed as soon as it is answered, and found by its id', async () => {
  const { headers } = await service().call('GET', '/v1/candidates');
  expect(await listed()).toEqual(['listCandidates']);
  const id = headers.get('service-request-id');
  const found = await service().call('GET', `/v1/api-requests/${id}`);
  expect(found.body).toMatchObject({ id, operationId: 'listCandidates', status: 200 });
});

it('a snapshot has the requests from before it, and no later one', async () => {
  await service().call('GET', '/v1/candidates');
  await service().control('/snapshots', { name: 'after-one' });
  await service().call('GET', '/v1/packages');
  await service().control('/snapshots/after-one/restore', {});
  expect(await listed()).toEqual(['listCandidates']);
});

const idOf = ({ headers }: { readonly headers: Headers }) =>
  String(headers.get('service-request-id'));
const get = async (path: string) => (await service().call('GET', path)).body;

it('filters find requests by status, method, path, key and object, and the reads of the dashboard only when asked', async () => {
  const { call, send, list } = service();
  const browser = await signIn(service());
  await browser.send('GET', '/v1/candidates');
  await browser.send('POST', '/v1/integrations', { body: { name: 'Made by hand' } });
  const { id } = await send('POST', '/v1/integrations', { name: 'Clinic' });
  await call('PATCH', `/v1/integrations/${id}`, { name: '' });
  await send('PATCH', `/v1/integrations/${id}`, { name: 'Other' });
  await call('GET', '/v1/integrations?limit=1');
  const found = async (query: string) =>
    (await list(`/v1/api-requests?${query}`))
      .map((request) => `${request['operationId']} ${request['status']}`)
      .filter((request) => !request.startsWith('listApiRequests'));
  const made = 'createIntegration 201';
  const changed = 'changeIntegration 200';
  const refused = 'changeIntegration 422';
  const read = 'listIntegrations 200';
  expect(await found('')).toEqual([made, made, refused, changed, read]);
  expect(await found('includeDashboard=true')).toContain('listCandidates 200');
  expect(await found('status=4xx')).toEqual([refused]);
  expect(await found('status=2xx&method=PATCH')).toEqual([changed]);
  expect(await found('method=POST')).toEqual([made, made]);
  expect(await found('path=/v1/integrations')).toEqual([made, made, read]);
  expect(await found(`path=/v1/integrations/${id}`)).toEqual([refused, changed]);
  expect(await found('keyId=dashboard')).toEqual([made]);
  expect(await found('keyId=dashboard&includeDashboard=true')).toContain('listCandidates 200');
  expect(await found('keyId=key_none')).toEqual([]);
  expect(await found(`objectId=${id}`)).toEqual([made, changed]);
});

it('a call leads to the object and the events that it caused, and a delivery back to the call', async () => {
  const { call, control, list, description } = service();
  const { integrationId } = description;
  await call('POST', '/v1/webhook-endpoints', { url: 'http://127.0.0.1:9/', integrationId });
  const order = {
    documentConfigSlug: 'rn-license',
    state: 'CA',
    integrationId,
    externalId: 'order-4711',
  };
  const made = await call('POST', '/v1/document-verifications', order);
  const objectId = made.body['verificationId'];
  expect(await get(`/v1/api-requests/${idOf(made)}`)).toMatchObject({ objectId, eventIds: [] });
  const submitted = await call('POST', `/v1/document-verifications/${objectId}/submit`, {
    formData: { licenseNumber: 'SBX-VERIFIED' },
  });
  expect(submitted.status).toBe(200);
  await control('/clock', { advance: '1m' });

  const [delivery] = await list('/v1/webhook-deliveries?externalId=order-4711');
  expect(delivery).toMatchObject({ subjectId: objectId, externalId: 'order-4711' });
  const event = await get(`/v1/events/${delivery?.['eventId']}`);
  expect(event).toMatchObject({ requestId: idOf(submitted) });
  expect(Object.keys(event)).not.toContain('externalId');
  const eventIds = [event['id']];
  expect(await get(`/v1/api-requests/${idOf(submitted)}`)).toMatchObject({ objectId, eventIds });
  const ids = async (query: string) => (await list(`/v1/events?${query}`)).map(({ id }) => id);
  expect(await ids(`requestId=${idOf(submitted)}`)).toEqual(eventIds);
  expect(await ids('externalId=order-4711')).toEqual(eventIds);
  expect(await ids('externalId=order-4712')).toEqual([]);
  expect(await ids(`requestId=${idOf(made)}`)).toEqual([]);
  const { requestBody } = await get(`/v1/webhook-deliveries/${delivery?.['id']}`);
  expect(Object.keys(JSON.parse(String(requestBody)))).toEqual(['id', 'type', 'created', 'data']);
});

it('a test event leads to the call that has sent it, and a triggered one to none', async () => {
  const { call, send, control, description } = service();
  const { integrationId } = description;
  const { id } = await send('POST', '/v1/webhook-endpoints', {
    url: 'http://127.0.0.1:9/',
    integrationId,
  });
  const eventType = 'document_verification.completed';
  const tested = await call('POST', `/v1/webhook-endpoints/${id}/test`, { eventType });
  const eventIds = [tested.body['eventId']];
  const objectId = tested.body['id'];
  expect(await get(`/v1/api-requests/${idOf(tested)}`)).toMatchObject({ objectId, eventIds });
  // Values that an index cannot store.
  const long = Array.from({ length: 2000 }, (_, n) => n * n).join('');
  for (const externalId of [7, long]) {
    const triggered = await control('/trigger', { type: eventType, data: { externalId } });
    const [event] = await service().list('/v1/events?test=false');
    expect(triggered, triggered.text).toMatchObject({ status: 201 });
    expect(event).toMatchObject({ requestId: null });
  }
});

it('a long path is cut, and logged', async () => {
  const { call, list } = service();
  const path = `/v1/candidates/${Array.from({ length: 900 }, (_, n) => `${n}`).join('.')}`;
  expect((await call('GET', path)).status).toBe(400);
  const [request] = await list('/v1/api-requests');
  expect(request).toMatchObject({ path: `${path.slice(0, 1000)}…`, status: 400 });
});

it('a reset leaves no request behind', async () => {
  await service().call('GET', '/v1/candidates');
  await service().control('/reset', {});
  expect(await listed()).toEqual([]);
});

it('the end of the service stores the requests of its last moment', async () => {
  const database = await openTestDatabase();
  const kept = { ...database, close: async () => {} };
  const ending = await startTestService({}, { openDatabase: async () => kept });
  await ending.call('GET', '/v1/candidates');
  await ending.close();
  const rows = await database.sql.select().from(apiRequests);
  await database.close();
  expect(rows).toMatchObject([{ operationId: 'listCandidates' }]);
});
