import { nearest } from '@screening-webhooks/testing/faults';
import { and, eq, isNull } from 'drizzle-orm';
import { selectDefaultIntegration } from '../capabilities/integrations/index.js';
import { eventTypes } from '../capabilities/webhooks/index.js';
import { integrations, webhookEndpoints } from '../db/schema/index.js';
import { found } from '../http/find.js';
import { Problem, validationProblem } from '../http/problem.js';
import type { Command } from '../kernel/command.js';

type Emitted = Extract<(typeof eventTypes)[number], { availability: 'emitted' }>['type'];

/** Whose event is made. */
export interface TriggerTarget {
  readonly tenantId: string;
  readonly integrationId: string;
}

/** @throws Problem for a type that the service does not emit; for an unknown one, it names the nearest. */
export function requireEmitted(type: string): Emitted {
  const known = eventTypes.find((each) => each.type === type);
  if (known?.availability === 'emitted') return known.type;
  if (known) {
    throw new Problem('event_type_not_available', `${type} is coming soon and never emitted.`);
  }
  const names = eventTypes.map((each) => each.type);
  const meant = nearest(type, names) ?? names.join(', ');
  const message = `is not an event type; did you mean ${meant}?`;
  throw validationProblem([{ param: 'type', code: 'unknown', message }]);
}

/** The integration that is named, or that of the endpoint, or the default of the tenant. @throws Problem when there is none. */
export async function requireTarget(
  { tx }: Command,
  tenantId: string,
  {
    integrationId,
    endpointId,
  }: { readonly integrationId?: string | undefined; readonly endpointId?: string | undefined },
): Promise<TriggerTarget> {
  if (endpointId !== undefined) {
    const rows = await tx
      .select()
      .from(webhookEndpoints)
      .where(and(eq(webhookEndpoints.id, endpointId), isNull(webhookEndpoints.deletedAt)));
    const endpoint = found(rows, 'webhook endpoint', endpointId);
    const owner = endpoint.integrationId;
    if (owner === null || (integrationId !== undefined && integrationId !== owner)) {
      const message = 'is not an endpoint of this integration';
      throw validationProblem([{ param: 'endpointId', code: 'other_integration', message }]);
    }
    return { tenantId: endpoint.tenantId, integrationId: owner };
  }
  if (integrationId !== undefined) {
    const rows = await tx.select().from(integrations).where(eq(integrations.id, integrationId));
    const named = found(rows, 'integration', integrationId);
    return { tenantId: named.tenantId, integrationId: named.id };
  }
  const [preset] = await selectDefaultIntegration(tx, { tenantId, integrationId: null });
  if (preset) return { tenantId, integrationId: preset.id };
  throw new Problem('resource_not_found', 'No integration is active. Create one first.');
}
