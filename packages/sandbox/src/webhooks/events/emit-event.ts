import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Command } from '../../engine/command.js';
import { schedule } from '../../engine/jobs.js';
import { events, webhookDeliveries, webhookEndpoints } from '../../store/schema/index.js';
import { releasingEndpoints } from '../endpoints/held-deliveries.js';

/** Something that happened to an object of an integration. */
export interface EmittedEvent {
  readonly type: string;
  readonly tenantId: string;
  readonly integrationId: string;
  /** The id of the object. */
  readonly subjectId: string;
  /** The full object at this time. */
  readonly data: object;
}

/**
 * Stores an event and a delivery for each endpoint of its integration that subscribes to its type (spec section 6, rules
 * 2 and 3). The body is serialised here and never again.
 */
export async function emitEvent(command: Command, event: EmittedEvent): Promise<void> {
  const { tx, now } = command;
  const { type, tenantId, integrationId, subjectId, data } = event;
  const id = await command.nextId('evt');
  const body = new TextEncoder().encode(
    JSON.stringify({ id, type, created: now.toISOString(), data }),
  );
  await tx
    .insert(events)
    .values({ id, tenantId, integrationId, type, created: now, body, subjectId });
  const endpoints = await tx
    .select({ id: webhookEndpoints.id, paused: webhookEndpoints.paused })
    .from(webhookEndpoints)
    .where(
      and(
        eq(webhookEndpoints.tenantId, tenantId),
        eq(webhookEndpoints.integrationId, integrationId),
        isNull(webhookEndpoints.deletedAt),
        sql`${type} = any(${webhookEndpoints.eventTypes})`,
      ),
    )
    .orderBy(webhookEndpoints.seq)
    // A pause or a resumption comes before this event or after it.
    .for('share');
  const releasing = await releasingEndpoints(
    tx,
    endpoints.map((endpoint) => endpoint.id),
  );
  for (const endpoint of endpoints) {
    const held = endpoint.paused || releasing.has(endpoint.id);
    const deliveryId = await command.nextId('dlv');
    await tx.insert(webhookDeliveries).values({
      id: deliveryId,
      tenantId,
      integrationId,
      eventId: id,
      endpointId: endpoint.id,
      status: held ? 'held' : 'scheduled',
      attemptCount: 0,
      nextAttemptAt: held ? null : now,
      createdAt: now,
    });
    if (held) continue;
    await schedule(tx, {
      kind: 'delivery_attempt',
      ref: deliveryId,
      dueAt: now,
      endpointId: endpoint.id,
    });
  }
}
