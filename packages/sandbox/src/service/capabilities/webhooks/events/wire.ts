import { z } from 'zod';
import { Time } from '../../../http/wire.js';

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

export const StoredEvent = z
  .object({
    id: z.string(),
    type: z.string(),
    created: Time,
    integrationId: z.string().nullable(),
    test: z.boolean().describe('Sent by hand: its object does not exist.'),
    preview: z.boolean().describe('Of a type that is coming soon: its payload may change.'),
    data: z.record(z.string(), z.unknown()),
    related: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe('What endpoints with `includeRelated` get. Null: there was no such endpoint.'),
  })
  .meta({ id: 'Event' });
