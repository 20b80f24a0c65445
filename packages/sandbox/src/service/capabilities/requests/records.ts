import { sql as raw } from 'drizzle-orm';
import * as tables from '../../db/schema/index.js';
import type { Sql } from '../../db/sql.js';
import { integrationResource } from '../../http/resource.js';
import type { LoggedRequest } from '../../http/run-operation.js';
import { insertAsJson } from '../../kernel/insert-as-json.js';
import { countUses } from '../keys/index.js';

export const requestRecords = integrationResource(tables.apiRequests, 'request');

const requestRows = insertAsJson(tables.apiRequests, [
  'id',
  'tenantId',
  'integrationId',
  'keyId',
  'method',
  'path',
  'operationId',
  'status',
  'code',
  'durationMs',
  'createdAt',
]);

export async function storeRequests(sql: Sql, requests: readonly LoggedRequest[]): Promise<void> {
  const rows = requests.map(({ principal: { keyId, scope, now }, ...request }) => ({
    ...request,
    ...scope,
    keyId,
    createdAt: now,
  }));
  // One statement, so that the count costs no further round trip. A reset gives the ids of requests in progress anew.
  await sql.execute(raw`with ${countUses(rows)}
    ${requestRows.statement(requestRows.write(rows))} on conflict do nothing`);
}
