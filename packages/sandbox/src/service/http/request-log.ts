import { countUses } from '../capabilities/keys/usage.js';
import { apiRequests } from '../db/schema/index.js';
import type { Sql } from '../db/sql.js';
import type { Principal } from './authenticate.js';
import type { WriteBehind } from './write-behind.js';

/** One answered request. */
interface LoggedRequest {
  readonly id: string;
  readonly principal: Principal;
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly code: string | null;
  readonly durationMs: number;
}

export type RequestLog = WriteBehind<LoggedRequest>;

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
