import { z } from 'zod';
import { Time, toWire } from '../../../http/wire.js';
import { isPreview } from './event-types.js';
import type { EventRow } from './records.js';

export const EventType = z
  .object({
    type: z.string(),
    availability: z
      .enum(['emitted', 'preview', 'coming_soon'])
      .describe(
        '`emitted`: the service sends it. `preview`: it is coming soon, and this service was started with preview events. `coming_soon`: it is not sent yet.',
      ),
    scope: z.enum(['integration', 'account']),
    meaning: z.string(),
  })
  .meta({ id: 'EventType' });

const Fields = z.record(z.string(), z.unknown());

export const StoredEvent = z
  .object({
    id: z.string(),
    type: z.string(),
    created: Time,
    integrationId: z.string().nullable(),
    requestId: z
      .string()
      .nullable()
      .describe(
        'The API request that led to the event. `null` if a hosted page, a control or the service itself did.',
      ),
    test: z.boolean().describe('Whether it was sent as a test. Its object does not exist.'),
    preview: z.boolean().describe('Whether its type is coming soon. Its payload may change.'),
    data: Fields,
    related: Fields.nullable().describe(
      'The related objects for endpoints with `includeRelated`. `null` if there was no such endpoint.',
    ),
  })
  .meta({ id: 'Event' });

const Envelope = z.object({ data: Fields, related: Fields.optional() });

export function eventToWire(row: EventRow) {
  const body = new TextDecoder().decode(row.bodyWithRelated ?? row.body);
  const { data, related = null } = Envelope.parse(JSON.parse(body));
  return toWire(StoredEvent, { ...row, preview: isPreview(row.type), data, related });
}
