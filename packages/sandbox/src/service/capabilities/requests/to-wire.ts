import type { z } from 'zod';
import type { apiRequests } from '../../db/schema/index.js';
import type { ApiRequest } from './wire.js';

/** The request as the API shows it. */
export function requestToWire(row: typeof apiRequests.$inferSelect): z.input<typeof ApiRequest> {
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
