import * as tables from '../../db/schema/index.js';
import type { Sql } from '../../db/sql.js';
import { integrationResource } from '../../http/resource.js';
import type { LoggedRequest } from '../../http/run-operation.js';
import { countUses } from '../keys/index.js';

export const requestRecords = integrationResource(tables.apiRequests, 'request');

export async function storeRequests(sql: Sql, requests: readonly LoggedRequest[]): Promise<void> {
  const rows = requests.map(({ principal: { keyId, scope, now }, ...request }) => ({
    ...request,
    ...scope,
    keyId,
    createdAt: now,
  }));
  // One statement, so that the count costs no further round trip.
  await sql
    .with(...countUses(sql, rows))
    .insert(tables.apiRequests)
    .values(rows)
    // A reset gives the ids of requests in progress anew.
    .onConflictDoNothing();
}
