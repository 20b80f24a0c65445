import { type Command, schedule } from '../../../kernel/command.js';
import { only, splitRuns, zip } from '../../../kernel/lists.js';
import { releasingEndpoints } from '../endpoints/held-deliveries.js';
import { type EndpointRow, selectSubscribers } from '../endpoints/records.js';
import {
  type EmittedEvent,
  type EventOfDelivery,
  type OwnedEvent,
  storeEvents,
} from '../events/store-event.js';
import { type DeliveryRow, deliveryRecords } from './records.js';

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

/** An endpoint that gets an event, at once or when its deliveries are resumed. */
type Recipient = Pick<NewDelivery, 'status'> & { readonly endpoint: EndpointRow };

/**
 * Delivers stored events to an endpoint, as if they happened now. Skips events of another owner, or of types that it does not
 * subscribe to. The caller knows that the endpoint has no delivery of them.
 */
export async function deliverStored(
  command: Command,
  events: readonly (OwnedEvent & EventOfDelivery)[],
  endpointId: string,
): Promise<void> {
  await deliverTo(command, events, await findRecipients(command, events, endpointId));
}

type Recipients = ReadonlyMap<string, readonly Recipient[]>;

function recipientsOf({ type }: Pick<OwnedEvent, 'type'>, recipients: Recipients) {
  return recipients.get(type) ?? [];
}

async function deliverTo(
  command: Command,
  events: readonly EventOfDelivery[],
  recipients: Recipients,
): Promise<void> {
  const deliveries = events.flatMap((event) =>
    recipientsOf(event, recipients).map((one) => ({ ...one, event })),
  );
  await createDeliveries(command, deliveries);
}

/** Finds the recipients of each type of these events, which have one owner. */
async function findRecipients(
  command: Command,
  events: readonly OwnedEvent[],
  endpointId?: string,
): Promise<Recipients> {
  const recipients = new Map<string, readonly Recipient[]>();
  for (const event of events) {
    if (recipients.has(event.type)) continue;
    recipients.set(event.type, await findRecipientsOf(command, event, endpointId));
  }
  return recipients;
}

async function findRecipientsOf(
  { tx }: Command,
  event: OwnedEvent,
  endpointId?: string,
): Promise<readonly Recipient[]> {
  const endpoints = await selectSubscribers(tx, event, endpointId)
    // Orders this event before or after a pause or a resumption. Ends of attempts need not wait.
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

interface NewDelivery {
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
