import { sql as raw } from 'drizzle-orm';
import * as tables from '../../db/schema/index.js';
import type { Sql } from '../../db/sql.js';
import { integrationResource } from '../../http/resource.js';
import type { LoggedRequest } from '../../http/run-operation.js';
import { jsonRows } from '../../kernel/json-rows.js';
import { countUses } from '../keys/index.js';

export const requestRecords = integrationResource(tables.apiRequests, 'request');

const requestRows = jsonRows(tables.apiRequests, [
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
  const { columns, read, write } = requestRows;
  const keyIds = new Set(rows.map(({ keyId }) => keyId));
  // One statement, so that the count costs no further round trip. A reset gives the ids of requests in progress anew.
  await sql.execute(raw`with logged as materialized (select * from ${read(write(rows))}), ${countUses([...keyIds])}
    insert into ${tables.apiRequests} (${columns}) select ${columns} from logged on conflict do nothing`);
}
