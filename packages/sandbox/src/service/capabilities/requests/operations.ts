import { z } from 'zod';
import { listOperation } from '../../http/list-operation.js';
import { readOperation, tagged } from '../../http/operation.js';
import { text } from '../../limits/bounded.js';
import { limits } from '../../limits/limits.js';
import { eventIdsOfRequest } from '../webhooks/index.js';
import { listedRequests, requestRecords, shownRequests, statusClasses } from './records.js';
import { ApiRequest, ApiRequestWithBody, requestToWire, requestWithBody } from './wire.js';

export const requestOperations = tagged('API requests', [
  listOperation({
    id: 'listApiRequests',
    path: '/v1/api-requests',
    summary: 'List the requests to this API',
    readsRequestLog: true,
    of: listedRequests,
    item: ApiRequest,
    filters: {
      status: z.enum(statusClasses).describe('The first digit of the status.'),
      method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
      path: text('loggedPath').describe('The whole path as it was sent, without the query.'),
      keyId: text('id').describe('`dashboard`: those of the dashboard.'),
      objectId: text('id').describe('The object that they made or changed.'),
      includeDashboard: z
        .enum(['true', 'false'])
        .transform((value) => value === 'true')
        .describe(
          'With `true`, the GET requests of the dashboard are listed too. Default: they are left out.',
        ),
    },
    ownFilters: ['status', 'objectId', 'includeDashboard'],
    where: shownRequests,
    toWire: (rows) => rows.map(requestToWire),
  }),

  readOperation({
    id: 'getApiRequest',
    path: '/v1/api-requests/{id}',
    summary: 'Get a request by the Service-Request-Id of its answer',
    readsRequestLog: true,
    input: { params: z.object({ id: text('id') }) },
    returns: ApiRequestWithBody,
    async handle({ params: { id } }, { sql, scope }) {
      const row = await requestRecords.find(sql, scope, id);
      const { most } = limits.requestEvents;
      return requestWithBody(row, await eventIdsOfRequest(sql, scope, id, most));
    },
  }),
]);
