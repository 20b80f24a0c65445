import { inGroups } from '../engine/in-groups.js';
import { countUses } from '../keys/usage.js';
import { isDataError } from '../store/is-data-error.js';
import { retryConflicts } from '../store/retry-conflicts.js';
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

const MOST_AT_ONCE = 100;

export function requestLog(sql: Sql, onError: (error: unknown) => void): RequestLog {
  // Those that end together are recorded by one statement.
  const record = inGroups(
    MOST_AT_ONCE,
    async (requests: readonly LoggedRequest[]) => {
      await retryConflicts(() => recordAll(sql, requests));
      return new Map<LoggedRequest, undefined>();
    },
    isDataError,
  );
  return async (request) => {
    try {
      await record(request);
    } catch (error) {
      onError(error);
    }
  };
}

async function recordAll(sql: Sql, requests: readonly LoggedRequest[]): Promise<void> {
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
