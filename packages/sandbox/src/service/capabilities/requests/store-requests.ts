import { apiRequests } from '../../db/schema/index.js';
import type { Sql } from '../../db/sql.js';
import type { LoggedRequest } from '../../http/request-log.js';
import { countUses } from '../keys/index.js';

/** Stores answered requests, and counts them for their keys. */
export async function storeRequests(sql: Sql, requests: readonly LoggedRequest[]): Promise<void> {
  const uses = requests.map(({ principal: { keyId, now }, operationId, status }) => ({
    keyId,
    now,
    operationId,
    status,
  }));
  // One statement, so that the count costs no further round trip.
  await sql
    .with(...countUses(sql, uses))
    .insert(apiRequests)
    .values(
      requests.map(({ principal: { keyId, scope, now }, ...request }) => ({
        ...request,
        ...scope,
        keyId,
        createdAt: now,
      })),
    );
}
