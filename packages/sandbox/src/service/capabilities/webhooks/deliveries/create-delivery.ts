import { type Command, schedule } from '../../../kernel/command.js';
import { zip } from '../../../kernel/lists.js';
import type { EndpointRow } from '../endpoints/records.js';
import type { EventOfDelivery } from '../events/store-event.js';
import { type DeliveryRow, deliveryRecords } from './records.js';

export interface NewDelivery {
  readonly event: EventOfDelivery;
  readonly endpoint: Pick<EndpointRow, 'id' | 'tenantId' | 'integrationId' | 'includeRelated'>;
  readonly status: 'scheduled' | 'held';
}

/** Creates deliveries to endpoints of one tenant. The first attempt of each is due now, unless it is held. */
export async function createDeliveries(
  command: Command,
  deliveries: readonly NewDelivery[],
): Promise<DeliveryRow[]> {
  const [first] = deliveries;
  if (!first) return [];
  const { tx, now, nextIds } = command;
  const ids = await nextIds('dlv', deliveries.length);
  const rows = await deliveryRecords.insertAll(
    { ...command, scope: first.endpoint },
    zip(ids, deliveries).map(([id, { event, endpoint, status }]) => ({
      id,
      integrationId: endpoint.integrationId,
      eventId: event.id,
      eventType: event.type,
      test: event.test,
      externalId: event.externalId,
      endpointId: endpoint.id,
      status,
      variant: endpoint.includeRelated ? 'related' : 'plain',
      attemptCount: 0,
      nextAttemptAt: status === 'held' ? null : now,
    })),
  );
  const kind = 'delivery_attempt';
  const due = rows.filter(({ status }) => status === 'scheduled');
  await schedule(
    tx,
    ...due.map(
      ({ id: ref, endpointId, tenantId }) =>
        ({ kind, ref, dueAt: now, endpointId, tenantId }) as const,
    ),
  );
  return rows;
}
