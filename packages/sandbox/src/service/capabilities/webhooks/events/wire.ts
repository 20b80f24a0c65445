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
        'Those of a preview are coming soon (spec section 6), and emitted here because the service was started so.',
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
        'The API request that began what it tells: `null` if a hosted page, a control or the service itself did.',
      ),
    test: z.boolean().describe('Sent by hand: its object does not exist.'),
    preview: z.boolean().describe('Of a type that is coming soon: its payload may change.'),
    data: Fields,
    related: Fields.nullable().describe(
      'What endpoints with `includeRelated` get. Null: there was no such endpoint.',
    ),
  })
  .meta({ id: 'Event' });

const Envelope = z.object({ data: Fields, related: Fields.optional() });

export function eventToWire(row: EventRow) {
  const body = new TextDecoder().decode(row.bodyWithRelated ?? row.body);
  const { data, related = null } = Envelope.parse(JSON.parse(body));
  return toWire(StoredEvent, { ...row, preview: isPreview(row.type), data, related });
}
