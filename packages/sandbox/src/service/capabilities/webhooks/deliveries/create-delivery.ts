import { type events, webhookDeliveries, type webhookEndpoints } from '../../../db/schema/index.js';
import type { Command } from '../../../kernel/command.js';
import { schedule } from '../../../kernel/schedule.js';
import type { DeliveryRow } from './records.js';

/** What a delivery takes from its event. */
type Event = Pick<typeof events.$inferSelect, 'id' | 'type' | 'test'>;

/** What it takes from its endpoint. */
type Endpoint = Pick<
  typeof webhookEndpoints.$inferSelect,
  'id' | 'tenantId' | 'integrationId' | 'includeRelated'
>;

/** Creates the delivery of an event to an endpoint. Unless it is held, its first attempt is due now. */
export async function createDelivery(
  { tx, now, nextId }: Command,
  event: Event,
  { id: endpointId, tenantId, integrationId, includeRelated }: Endpoint,
  status: 'scheduled' | 'held',
): Promise<DeliveryRow> {
  const id = await nextId('dlv');
  const [row] = await tx
    .insert(webhookDeliveries)
    .values({
      id,
      tenantId,
      integrationId,
      eventId: event.id,
      eventType: event.type,
      test: event.test,
      endpointId,
      status,
      variant: includeRelated ? 'related' : 'plain',
      attemptCount: 0,
      nextAttemptAt: status === 'held' ? null : now,
      createdAt: now,
    })
    .returning();
  if (!row) throw new Error('The database returned no row for an insert.');
  if (status === 'scheduled') {
    await schedule(tx, { kind: 'delivery_attempt', ref: id, dueAt: now, endpointId });
  }
  return row;
}
