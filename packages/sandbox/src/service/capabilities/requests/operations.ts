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
    summary: 'List API requests',
    readsRequestLog: true,
    of: listedRequests,
    item: ApiRequest,
    filters: {
      status: z.enum(statusClasses).describe('The first digit of the status.'),
      method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
      path: text('loggedPath').describe('The complete path as sent, without the query.'),
      keyId: text('id').describe('`dashboard`: the requests of the dashboard.'),
      objectId: text('id').describe('The object that the request created or changed.'),
      includeDashboard: z
        .enum(['true', 'false'])
        .transform((value) => value === 'true')
        .describe('`true` also lists the GET requests of the dashboard. Default: `false`.'),
    },
    ownFilters: ['status', 'objectId', 'includeDashboard'],
    where: shownRequests,
    toWire: (rows) => rows.map(requestToWire),
  }),

  readOperation({
    id: 'getApiRequest',
    path: '/v1/api-requests/{id}',
    summary: 'Get an API request by its Service-Request-Id',
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
