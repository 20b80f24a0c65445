import { z } from 'zod';
import { deliveryStatuses } from './states.js';

const Time = z.iso.datetime({ precision: 3 });
const Headers = z.record(z.string(), z.string());

export const WebhookDelivery = z
  .object({
    id: z.string(),
    eventId: z.string(),
    eventType: z.string(),
    endpointId: z.string(),
    status: z.enum(deliveryStatuses),
    attemptCount: z.int(),
    nextAttemptAt: Time.nullable(),
    succeededAt: Time.nullable(),
    createdAt: Time,
  })
  .meta({ id: 'WebhookDelivery' });

const WebhookAttempt = z
  .object({
    id: z.string(),
    number: z.int(),
    trigger: z.enum(['scheduled', 'manual', 'test', 'fault']),
    state: z.enum(['started', 'succeeded', 'failed', 'interrupted']),
    url: z.string(),
    requestHeaders: Headers,
    signedAt: Time.describe('Wall time, as in the signature.'),
    startedAt: Time.describe('Virtual time.'),
    durationMs: z.int().nullable(),
    responseStatus: z.int().nullable(),
    responseHeaders: Headers.nullable(),
    responseBody: z.string().nullable().describe('At most 64 KiB.'),
    error: z.object({ code: z.string(), message: z.string() }).nullable(),
  })
  .meta({ id: 'WebhookAttempt' });

export const WebhookDeliveryWithAttempts = z
  .object({
    ...WebhookDelivery.shape,
    requestBody: z.string().describe('The body of every attempt, byte for byte.'),
    attempts: z.array(WebhookAttempt),
  })
  .meta({ id: 'WebhookDeliveryWithAttempts' });
