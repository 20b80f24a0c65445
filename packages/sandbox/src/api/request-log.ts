import { readClock } from '../engine/clock.js';
import { countUse } from '../keys/usage.js';
import { apiRequests } from '../store/schema/index.js';
import type { Sql } from '../store/sql.js';
import type { Principal } from './authenticate.js';

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

/** Records an answered request, and counts it for its key. It never rejects: the request was answered. */
export type RequestLog = (request: LoggedRequest) => Promise<void>;

export function requestLog(sql: Sql, onError: (error: unknown) => void): RequestLog {
  return async ({ principal, ...request }) => {
    try {
      const { now } = await readClock(sql);
      const { keyId, scope } = principal;
      // One statement, so that the count costs no further round trip.
      await sql
        .with(...countUse(sql, { ...request, keyId, now }))
        .insert(apiRequests)
        .values({ ...request, ...scope, keyId, createdAt: now });
    } catch (error) {
      onError(error);
    }
  };
}
