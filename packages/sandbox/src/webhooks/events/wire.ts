import { z } from 'zod';

const Time = z.iso.datetime({ precision: 3 });

export const EventType = z
  .object({
    type: z.string(),
    availability: z.enum(['emitted', 'coming_soon']),
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
    data: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'Event' });
