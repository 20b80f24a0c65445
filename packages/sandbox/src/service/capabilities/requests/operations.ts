import { z } from 'zod';
import { apiRequests } from '../../db/schema/index.js';
import { found } from '../../http/find.js';
import { readOperation, tagged } from '../../http/operation.js';
import { listOf, page, pageQuery, pageRange, rowsIn } from '../../http/paging.js';
import { idInScope, ofOwner } from '../../kernel/scope.js';
import { text } from '../../limits/bounded.js';
import { requestToWire } from './to-wire.js';
import { ApiRequest } from './wire.js';

const list = readOperation({
  id: 'listApiRequests',
  path: '/v1/api-requests',
  summary: 'List the requests to this API',
  readsRequestLog: true,
  input: { query: z.strictObject(pageQuery) },
  returns: listOf(ApiRequest).meta({ id: 'ApiRequestList' }),
  async handle({ query }, { sql, scope }) {
    const range = pageRange(apiRequests.seq, query, {});
    const where = ofOwner(apiRequests, scope);
    const rows = await rowsIn(sql.select().from(apiRequests).$dynamic(), range, where);
    return page(rows, query, {}, requestToWire);
  },
});

const get = readOperation({
  id: 'getApiRequest',
  path: '/v1/api-requests/{id}',
  summary: 'Get a request by the Service-Request-Id of its answer',
  readsRequestLog: true,
  input: { params: z.object({ id: text('id') }) },
  returns: ApiRequest,
  async handle({ params: { id } }, { sql, scope }) {
    const where = idInScope(apiRequests, scope, id);
    const rows = await sql.select().from(apiRequests).where(where);
    return requestToWire(found(rows, 'request', id));
  },
});

export const requestOperations = tagged('API requests', [list, get]);
