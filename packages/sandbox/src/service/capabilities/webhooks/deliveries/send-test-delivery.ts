import type { ChangeContext } from '../../../http/operation.js';
import { Problem } from '../../../http/problem.js';
import type { Command } from '../../../kernel/command.js';
import { only } from '../../../kernel/lists.js';
import { type EndpointRow, endpointRecords } from '../endpoints/records.js';
import { eventTypes } from '../events/event-types.js';
import { sampleAccountRecord } from '../events/sample-account-record.js';
import { type EmittedEvent, storeEvents } from '../events/store-event.js';
import { createDeliveries } from './emit-event.js';
import type { DeliveryRow } from './records.js';

/**
 * Makes a sample of an event of an integration, or `undefined` if its type has none. The capability that emits such events
 * imports this folder, so `operations.ts` passes its function in.
 */
export type SampleEvent = (
  command: Command,
  type: string,
  owner: { readonly tenantId: string; readonly integrationId: string },
) => Promise<Pick<EmittedEvent, 'subjectId' | 'data' | 'related'> | undefined>;

/**
 * Stores a test event with a sample record, and its one delivery: it is attempted once, even if the endpoint is paused or does
 * not subscribe to the type (spec section 6, rule 5).
 *
 * @throws Problem when there is no such endpoint, or the type is unknown or of the other scope.
 */
export async function sendTestDelivery(
  context: ChangeContext,
  endpointId: string,
  type: string,
  sampleEvent: SampleEvent,
): Promise<DeliveryRow> {
  const endpoint = await endpointRecords.find(context.tx, context.scope, endpointId);
  const event = await makeTestEvent(context, endpoint, type, sampleEvent);
  const withRelated = endpoint.includeRelated;
  const stored = only(await storeEvents(context, [{ event, withRelated, test: true }]));
  const delivery = { event: stored, endpoint, status: 'scheduled' } as const;
  return only(await createDeliveries(context, [delivery]));
}

async function makeTestEvent(
  context: ChangeContext,
  { tenantId, integrationId }: EndpointRow,
  type: string,
  sampleEvent: SampleEvent,
): Promise<EmittedEvent> {
  const owner = integrationId === null ? 'account' : 'integration';
  const known = eventTypes.find((one) => one.type === type);
  if (!known) throw notAvailable(type);
  if (known.scope !== owner) {
    throw new Problem(
      'event_type_scope_mismatch',
      `eventType: ${type} is for endpoints of the ${known.scope}, and this one is of the ${owner}.`,
      { facts: { id: type, scope: known.scope } },
    );
  }
  if (integrationId === null) {
    const data = await sampleAccountRecord(type, context);
    if (!data) throw notAvailable(type);
    return { type, tenantId, integrationId, subjectId: data.id, data, related: async () => ({}) };
  }
  const sample = await sampleEvent(context, type, { tenantId, integrationId });
  if (!sample) throw notAvailable(type);
  return { type, tenantId, integrationId, ...sample };
}

function notAvailable(type: string): Problem {
  return new Problem(
    'event_type_not_available',
    `eventType: ${type} is not an event type. See GET /v1/event-types.`,
    { facts: { id: type } },
  );
}
