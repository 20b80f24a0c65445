import type { events } from '../../../db/schema/index.js';
import type { Command } from '../../../kernel/command.js';
import { schedule } from '../../../kernel/schedule.js';
import type { EndpointRow } from '../endpoints/records.js';
import { type DeliveryRow, deliveryRecords } from './records.js';

type Event = Pick<typeof events.$inferSelect, 'id' | 'type' | 'test'>;
type Endpoint = Pick<EndpointRow, 'id' | 'tenantId' | 'integrationId' | 'includeRelated'>;

/** Creates the delivery of an event to an endpoint. Unless it is held, its first attempt is due now. */
export async function createDelivery(
  command: Command,
  { id: eventId, type: eventType, test }: Event,
  endpoint: Endpoint,
  status: 'scheduled' | 'held',
): Promise<DeliveryRow> {
  const { tx, now } = command;
  const { id: endpointId, integrationId, includeRelated } = endpoint;
  const row = await deliveryRecords.insert(
    { ...command, scope: endpoint },
    {
      id: await command.nextId('dlv'),
      integrationId,
      eventId,
      eventType,
      test,
      endpointId,
      status,
      variant: includeRelated ? 'related' : 'plain',
      attemptCount: 0,
      nextAttemptAt: status === 'held' ? null : now,
    },
  );
  if (status === 'scheduled') {
    await schedule(tx, { kind: 'delivery_attempt', ref: row.id, dueAt: now, endpointId });
  }
  return row;
}
