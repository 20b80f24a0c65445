import { z } from 'zod';
import { collection } from '../../http/collection.js';
import { tagged } from '../../http/operation.js';
import { Time, toWire } from '../../http/wire.js';
import { requestRecords } from './records.js';

const ApiRequest = z
  .object({
    id: z.string(),
    keyId: z.string().describe('`dashboard`: a request of the dashboard, with its session.'),
    method: z.string(),
    path: z.string(),
    operationId: z.string(),
    status: z.int(),
    code: z.string().nullable(),
    durationMs: z.int(),
    createdAt: Time,
  })
  .meta({ id: 'ApiRequest' });

const requests = collection({
  path: '/v1/api-requests',
  of: requestRecords,
  item: ApiRequest,
  toWire: (rows) => rows.map((row) => toWire(ApiRequest, row)),
});

export const requestOperations = tagged('API requests', [
  requests.list({
    id: 'listApiRequests',
    summary: 'List the requests to this API',
    readsRequestLog: true,
  }),

  requests.get({
    id: 'getApiRequest',
    summary: 'Get a request by the Service-Request-Id of its answer',
    readsRequestLog: true,
  }),
]);
