import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { apiRequests } from '../store/schema/index.js';
import { inScope, ofOwner } from '../store/scope.js';
import { found } from './find.js';
import { readOperation } from './operation.js';
import { listOf, page, pageQuery, pageRange } from './paging.js';

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
    createdAt: z.iso.datetime({ precision: 3 }),
  })
  .meta({ id: 'ApiRequest' });

const list = readOperation({
  id: 'listApiRequests',
  path: '/v1/api-requests',
  tag: 'API requests',
  summary: 'List the requests to this API',
  scopes: ['full_access'],
  shown: false,
  input: { query: z.strictObject(pageQuery) },
  status: 200,
  returns: listOf(ApiRequest).meta({ id: 'ApiRequestList' }),
  refuses: ['cursor_invalid', 'parameter_unknown'],
  async handle({ query }, { sql, scope }) {
    const range = pageRange(apiRequests.seq, query, {});
    const rows = await sql
      .select()
      .from(apiRequests)
      .where(and(ofOwner(apiRequests, scope), range.where))
      .orderBy(range.orderBy)
      .limit(range.limit);
    return page(rows, query, {}, toWire);
  },
});

const get = readOperation({
  id: 'getApiRequest',
  path: '/v1/api-requests/{id}',
  tag: 'API requests',
  summary: 'Get a request by the Service-Request-Id of its answer',
  scopes: ['full_access'],
  shown: false,
  input: { params: z.object({ id: z.string() }) },
  status: 200,
  returns: ApiRequest,
  refuses: ['resource_not_found'],
  async handle({ params: { id } }, { sql, scope }) {
    const rows = await sql
      .select()
      .from(apiRequests)
      .where(and(inScope(apiRequests, scope), eq(apiRequests.id, id)));
    return toWire(found(rows, 'request', id));
  },
});

export const requestOperations = [list, get];

function toWire(row: typeof apiRequests.$inferSelect): z.input<typeof ApiRequest> {
  return {
    id: row.id,
    keyId: row.keyId,
    method: row.method,
    path: row.path,
    operationId: row.operationId,
    status: row.status,
    code: row.code,
    durationMs: row.durationMs,
    createdAt: row.createdAt.toISOString(),
  };
}
