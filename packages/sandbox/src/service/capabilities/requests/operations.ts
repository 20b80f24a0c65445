import { z } from 'zod';
import { listOperation } from '../../http/list-operation.js';
import { readOperation, tagged } from '../../http/operation.js';
import { toWire } from '../../http/wire.js';
import { text } from '../../limits/bounded.js';
import { requestRecords } from './records.js';
import { ApiRequest } from './wire.js';

const list = listOperation({
  id: 'listApiRequests',
  path: '/v1/api-requests',
  summary: 'List the requests to this API',
  readsRequestLog: true,
  of: requestRecords,
  item: ApiRequest,
  toWire: (rows) => rows.map((row) => toWire(ApiRequest, row)),
});

const get = readOperation({
  id: 'getApiRequest',
  path: '/v1/api-requests/{id}',
  summary: 'Get a request by the Service-Request-Id of its answer',
  readsRequestLog: true,
  input: { params: z.object({ id: text('id') }) },
  returns: ApiRequest,
  async handle({ params: { id } }, { sql, scope }) {
    return toWire(ApiRequest, await requestRecords.find(sql, scope, id));
  },
});

export const requestOperations = tagged('API requests', [list, get]);
