import { sql as raw } from 'drizzle-orm';
import * as tables from '../../db/schema/index.js';
import type { Sql } from '../../db/sql.js';
import { integrationResource } from '../../http/resource.js';
import type { LoggedRequest } from '../../http/run-operation.js';
import { countUses } from '../keys/index.js';

export const requestRecords = integrationResource(tables.apiRequests, 'request');

// Names of the table's columns. The rows are objects with these.
const columns = raw.raw(
  'id, tenant_id, integration_id, key_id, method, path, operation_id, status, code, duration_ms, created_at',
);

export async function storeRequests(sql: Sql, requests: readonly LoggedRequest[]): Promise<void> {
  const uses = requests.map(({ principal: { keyId, now }, operationId, status }) => ({
    keyId,
    operationId,
    status,
    createdAt: now,
  }));
  const rows = requests.map(({ principal: { keyId, scope, now }, ...request }) => ({
    id: request.id,
    tenant_id: scope.tenantId,
    integration_id: scope.integrationId,
    key_id: keyId,
    method: request.method,
    path: request.path,
    operation_id: request.operationId,
    status: request.status,
    code: request.code,
    duration_ms: request.durationMs,
    created_at: now,
  }));
  // One statement, so that the count costs no further round trip. Its text is the same for any number of requests, so it is parsed once.
  await sql.execute(raw`with ${countUses(uses)}
    insert into ${tables.apiRequests} (${columns})
    select ${columns} from json_populate_recordset(null::${tables.apiRequests}, ${JSON.stringify(rows)}::json)
    -- A reset gives the ids of requests in progress anew.
    on conflict do nothing`);
}
