import { expect, it } from 'vitest';
import { z } from 'zod';
import { apiRequests } from '../../../src/service/db/schema/index.js';
import { operations } from '../../../src/service/operations.js';
import { openTestDatabase } from '../../support/open-test-database.js';
import { sharedService, startTestService } from '../../support/service.js';

// Requests are stored behind their answers. A read must find all that were answered before it.

const service = sharedService();
const listed = async () =>
  (await service().list('/v1/api-requests')).map((request) => request['operationId']);

it('operations whose answers tell of requests wait for the log', () => {
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
