import type { z } from 'zod';
import { endpointHealth } from './record-health.js';
import type { EndpointRow } from './records.js';
import { previousSecret } from './signing-secrets.js';
import type { WebhookEndpoint } from './wire.js';

/** An endpoint as the API shows it. Its secret is not part of it. */
export function endpointToWire(row: EndpointRow, now: Date): z.input<typeof WebhookEndpoint> {
  return {
    id: row.id,
    url: row.url,
    urlHistory: [...row.urlHistory],
    owner:
      row.integrationId === null
        ? { type: 'account', id: row.tenantId }
        : { type: 'integration', id: row.integrationId },
    eventTypes: row.eventTypes,
    retryPolicy: row.retryPolicy,
    paused: row.paused,
    includeRelated: row.includeRelated,
    description: row.description,
    secretHint: row.secret.slice(-4),
    previousSecretExpiresAt: previousSecret(row, now)?.expiresAt.toISOString() ?? null,
    health: {
      status: endpointHealth(row),
      failuresInARow: row.failuresInARow,
      lastSuccessAt: row.lastSuccessAt?.toISOString() ?? null,
      lastFailureAt: row.lastFailureAt?.toISOString() ?? null,
    },
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
