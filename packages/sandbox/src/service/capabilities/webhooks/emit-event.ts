import type { Command } from '../../kernel/command.js';
import { createDelivery } from './deliveries/create-delivery.js';
import { selectSubscribers } from './deliveries/records.js';
import { releasingEndpoints } from './endpoints/held-deliveries.js';
import { type EmittedEvent, storeEvent } from './events/store-event.js';

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
  const endpoints = await selectSubscribers(command.tx, event, endpointId)
    // A pause or a resumption comes before this event or after it. Ends of attempts need not wait.
    .for('key share');
  const releasing = await releasingEndpoints(
    command.tx,
    endpoints.map((endpoint) => endpoint.id),
  );
  const withRelated = endpoints.some(({ includeRelated }) => includeRelated);
  const eventId = await storeEvent(command, event, { withRelated, test: false });
  const stored = { id: eventId, type: event.type, test: false };
  for (const endpoint of endpoints) {
    const held = endpoint.paused || releasing.has(endpoint.id);
    await createDelivery(command, stored, endpoint, held ? 'held' : 'scheduled');
  }
  return eventId;
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
