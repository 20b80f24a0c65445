import type { ChangeContext } from '../../api/operation.js';
import { Problem } from '../../api/problem.js';
import { relatedObjects } from '../../verifications/related-objects.js';
import { eventTypes } from '../events/event-types.js';
import { sampleRecord } from '../events/sample-record.js';
import { storeEvent } from '../events/store-event.js';
import { createDelivery } from './create-delivery.js';
import type { DeliveryRow } from './queries.js';
import { requireEndpoint } from './require-endpoint.js';

/**
 * Stores a test event with a sample record, and its one delivery: it is attempted once, also when the endpoint is paused or
 * does not subscribe to the type (spec section 6, rule 5).
 *
 * @throws Problem when there is no such endpoint, or the type is none that it could get.
 */
export async function sendTestDelivery(
  context: ChangeContext,
  endpointId: string,
  type: string,
): Promise<DeliveryRow> {
  const { tx, now, nextId, scope } = context;
  const endpoint = await requireEndpoint(tx, scope, endpointId);
  const { tenantId, integrationId, includeRelated } = endpoint;
  const known = eventTypes.find((one) => one.type === type);
  if (known?.availability !== 'emitted') {
    throw new Problem(
      'event_type_not_available',
      `eventType: ${type} is not emitted. See GET /v1/event-types.`,
    );
  }
  if (integrationId === null) {
    throw new Problem(
      'event_type_scope_mismatch',
      `eventType: ${type} goes to endpoints of an integration, and this one belongs to the account.`,
    );
  }
  const ids = { verificationId: await nextId('dv'), sessionId: await nextId('dvs'), integrationId };
  const data = sampleRecord(type, ids, now);
  if (!data) throw new Error(`There is no sample of ${type}.`);
  const event = {
    type,
    tenantId,
    integrationId,
    subjectId: data.verificationId,
    data,
    related: () => relatedObjects(tx, integrationId, data.documentConfigSlug),
  };
  const eventId = await storeEvent(context, event, { withRelated: includeRelated, test: true });
  const delivery = await createDelivery(context, eventId, endpoint, 'scheduled');
  return { delivery, event: { type, test: true } };
}
