import { type Command, schedule, selectScheduled } from '../../../kernel/command.js';
import { only, splitRuns, zip } from '../../../kernel/lists.js';
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
    const withRelated =
      recipients.get(event.type)?.some(({ endpoint }) => endpoint.includeRelated) ?? false;
    return { event, withRelated, test: false };
  });
  const stored = await storeEvents(command, toStore);
  await createDeliveries(command, deliveriesTo(recipients, stored));
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

/**
 * Delivers stored events to an endpoint, as if they happened now. Skips events of another owner, or of types that it does not
 * subscribe to. The caller knows that the endpoint has no delivery of them.
 */
export async function deliverStored(
  command: Command,
  events: readonly (OwnedEvent & EventOfDelivery)[],
  endpointId: string,
): Promise<void> {
  const recipients = await findRecipients(command, events, endpointId);
  await createDeliveries(command, deliveriesTo(recipients, events));
}

interface NewDelivery {
  readonly event: EventOfDelivery;
  readonly endpoint: Pick<EndpointRow, 'id' | 'tenantId' | 'integrationId' | 'includeRelated'>;
  readonly status: 'scheduled' | 'held';
}

/** The endpoints that get an event, at once or when their deliveries are resumed, by its type. */
type Recipients = ReadonlyMap<string, readonly Omit<NewDelivery, 'event'>[]>;

/** Finds the recipients of each type of these events, which have one owner. */
async function findRecipients(
  { tx }: Command,
  events: readonly OwnedEvent[],
  endpointId?: string,
): Promise<Recipients> {
  const eventOfType = new Map(events.map((event) => [event.type, event]));
  const recipients = new Map<string, Omit<NewDelivery, 'event'>[]>();
  for (const [type, event] of eventOfType) {
    const endpoints = await selectSubscribers(tx, event, endpointId)
      // Orders this event before or after a pause or a resumption. Ends of attempts need not wait.
      .for('key share');
    if (endpoints.length === 0) continue;
    const ids = endpoints.map(({ id }) => id);
    // Deliveries are held behind those that are being released, so that the oldest stay first.
    const releases = await selectScheduled(tx, 'resumption', ids);
    const statusFor = ({ id, paused }: EndpointRow) =>
      paused || releases.some(({ ref }) => ref === id) ? 'held' : 'scheduled';
    recipients.set(
      type,
      endpoints.map((endpoint) => ({ endpoint, status: statusFor(endpoint) })),
    );
  }
  return recipients;
}

function deliveriesTo(recipients: Recipients, events: readonly EventOfDelivery[]): NewDelivery[] {
  return events.flatMap((event) =>
    (recipients.get(event.type) ?? []).map((recipient) => ({ ...recipient, event })),
  );
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
