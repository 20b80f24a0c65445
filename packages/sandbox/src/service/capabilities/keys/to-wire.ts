import type { z } from 'zod';
import type { apiKeys } from '../../db/schema/index.js';
import type { ApiKey } from './wire.js';

/** The key as the API shows it, without the key itself. */
export function keyToWire(row: typeof apiKeys.$inferSelect): z.input<typeof ApiKey> {
  return {
    id: row.id,
    label: row.label,
    scope: row.scope,
    prefix: row.prefix,
    last4: row.last4,
    integrationId: row.integrationId,
    allowedOrigins: row.allowedOrigins,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    revokedAt: row.revokedAt?.toISOString() ?? null,
  };
}
