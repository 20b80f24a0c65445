import { collection } from '../../http/collection.js';
import { tagged } from '../../http/operation.js';
import { toWire } from '../../http/wire.js';
import { requestRecords } from './records.js';
import { ApiRequest } from './wire.js';

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
