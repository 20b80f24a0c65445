import type { Command } from '../../kernel/command.js';
import { only, splitRuns } from '../../kernel/lists.js';
import { createDeliveries, type NewDelivery } from './deliveries/create-delivery.js';
import { selectSubscribers } from './deliveries/records.js';
import { releasingEndpoints } from './endpoints/held-deliveries.js';
import type { EndpointRow } from './endpoints/records.js';
import { type EmittedEvent, type EventOfDelivery, storeEvents } from './events/store-event.js';

/** An endpoint that gets an event, at once or when its deliveries are resumed. */
type Recipient = Pick<NewDelivery, 'status'> & { readonly endpoint: EndpointRow };

/**
 * Stores an event and a delivery for each endpoint of its integration that subscribes to its type (spec section 6, rules
 * 2 and 3).
 *
 * @param endpointId The only endpoint that gets it. Default: all.
 * @returns the id of the event.
 */
export async function emitEvent(
  command: Command,
  event: EmittedEvent,
  endpointId?: string,
): Promise<string> {
  return only(await emitTogether(command, [event], endpointId)).id;
}

/** Like `emitEvent`, for events in their order. Those of one integration share their statements. */
export async function emitEvents(command: Command, events: readonly EmittedEvent[]): Promise<void> {
  const runs = splitRuns(events, ({ tenantId, integrationId }) => `${tenantId} ${integrationId}`);
  for (const together of runs) await emitTogether(command, together);
}

/** @param events Of one owner. */
async function emitTogether(
  command: Command,
  events: readonly EmittedEvent[],
  endpointId?: string,
): Promise<readonly EventOfDelivery[]> {
  const recipients = new Map<string, readonly Recipient[]>();
  const toStore = [];
  for (const event of events) {
    const { type } = event;
    const found = recipients.get(type) ?? (await findRecipients(command, event, endpointId));
    recipients.set(type, found);
    const withRelated = found.some(({ endpoint }) => endpoint.includeRelated);
    toStore.push({ event, withRelated, test: false });
  }
  const stored = await storeEvents(command, toStore);
  const deliveries = stored.flatMap((event) =>
    (recipients.get(event.type) ?? []).map((one) => ({ ...one, event })),
  );
  await createDeliveries(command, deliveries);
  return stored;
}

async function findRecipients(
  { tx }: Command,
  event: EmittedEvent,
  endpointId?: string,
): Promise<readonly Recipient[]> {
  const endpoints = await selectSubscribers(tx, event, endpointId)
    // A pause or a resumption comes before this event or after it. Ends of attempts need not wait.
    .for('key share');
  const releasing = await releasingEndpoints(
    tx,
    endpoints.map(({ id }) => id),
  );
  return endpoints.map((endpoint) => ({
    endpoint,
    status: endpoint.paused || releasing.has(endpoint.id) ? 'held' : 'scheduled',
  }));
}

/**
 * Emits an event that the specification marks as coming soon (spec section 6), where the service was started with
 * `--preview-events`. Otherwise it does nothing.
 */
export async function emitPreviewEvent(
  command: Command,
  event: Omit<EmittedEvent, 'integrationId'> & {
    readonly type: 'report.completed' | 'candidate.completed';
  },
): Promise<void> {
  if (command.previewEvents) await emitEvent(command, { ...event, integrationId: null });
}
