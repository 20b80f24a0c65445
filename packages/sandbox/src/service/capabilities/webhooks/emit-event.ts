import type { Command } from '../../kernel/command.js';
import { only, splitRuns } from '../../kernel/lists.js';
import { deliverTo, findRecipients, recipientsOf } from './deliveries/deliver-events.js';
import { type EmittedEvent, type EventOfDelivery, storeEvents } from './events/store-event.js';

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

/** Like `emitEvent`, for events in their order. Consecutive events of one owner share their statements. */
export async function emitEvents(command: Command, events: readonly EmittedEvent[]): Promise<void> {
  const runs = splitRuns(events, ({ tenantId, integrationId }) => `${tenantId} ${integrationId}`);
  for (const together of runs) await emitTogether(command, together);
}

/** @param events Events of one owner. */
async function emitTogether(
  command: Command,
  events: readonly EmittedEvent[],
  endpointId?: string,
): Promise<readonly EventOfDelivery[]> {
  const recipients = await findRecipients(command, events, endpointId);
  const toStore = events.map((event) => {
    const withRelated = recipientsOf(event, recipients).some((one) => one.endpoint.includeRelated);
    return { event, withRelated, test: false };
  });
  const stored = await storeEvents(command, toStore);
  await deliverTo(command, stored, recipients);
  return stored;
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
