import { z } from 'zod';
import { deliveryStatuses } from './states.js';

const Time = z.iso.datetime({ precision: 3 });
const Headers = z.record(z.string(), z.string());

export const EventType = z
  .object({
    type: z.string(),
    availability: z.enum(['emitted', 'coming_soon']),
    scope: z.enum(['integration', 'account']),
    meaning: z.string(),
  })
  .meta({ id: 'EventType' });

/** Seconds. */
const RetryPolicy = z
  .object({
    maxAttempts: z.int().min(1).max(10),
    backoff: z.enum(['exponential', 'fixed']),
    initialDelaySeconds: z.number().min(1).max(3600),
    multiplier: z.number().min(1).max(5),
    maxDelaySeconds: z.number().min(1).max(86_400),
    timeoutSeconds: z.number().min(1).max(30),
  })
  .meta({ id: 'RetryPolicy' });

export const WebhookEndpoint = z
  .object({
    id: z.string(),
    url: z.string(),
    owner: z.object({ type: z.literal('integration'), id: z.string() }),
    eventTypes: z.array(z.string()),
    retryPolicy: RetryPolicy,
    paused: z.boolean(),
    description: z.string().nullable(),
    secretHint: z.string().describe('The last four characters of the signing secret.'),
    createdAt: Time,
    updatedAt: Time,
  })
  .meta({ id: 'WebhookEndpoint' });

export const CreatedWebhookEndpoint = z
  .object({ ...WebhookEndpoint.shape, secret: z.string() })
  .meta({ id: 'CreatedWebhookEndpoint' });

export const CreateWebhookEndpoint = z
  .strictObject({
    url: z.string().max(2048),
    integrationId: z.string().optional().describe('Default: the integration of the key.'),
    eventTypes: z
      .array(z.string())
      .max(20)
      .optional()
      .describe('Default: all document verification events.'),
    description: z.string().max(255).optional(),
  })
  .meta({ id: 'CreateWebhookEndpoint' });

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

export const StoredEvent = z
  .object({
    id: z.string(),
    type: z.string(),
    created: Time,
    integrationId: z.string().nullable(),
    data: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'Event' });
