import { z } from 'zod';

const Time = z.iso.datetime({ precision: 3 });

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
