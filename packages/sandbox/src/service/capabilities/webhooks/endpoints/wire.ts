import { z } from 'zod';
import { Time, toWire } from '../../../http/wire.js';
import { list, text } from '../../../limits/bounded.js';
import { limits } from '../../../limits/limits.js';
import { overlapAt } from './attempt-rules.js';
import { endpointHealth, recentHealth, recentHealths } from './health.js';
import { type EndpointRow, ownerType } from './records.js';

const policy = {
  maxAttempts: z.int().min(1).max(10),
  backoff: z.enum(['exponential', 'fixed']),
  initialDelaySeconds: z.number().min(1).max(3600),
  multiplier: z.number().min(1).max(5),
  maxDelaySeconds: z.number().min(1).max(86_400).describe('The longest delay.'),
  timeoutSeconds: z.number().min(1).max(30),
  jitter: z
    .number()
    .min(0)
    .max(1)
    .describe('The largest part of each delay that is randomly taken away. 0: none.'),
};

export const RetryPolicy = z.object(policy).meta({ id: 'RetryPolicy' });

const ChangeRetryPolicy = z.strictObject(policy).partial().meta({
  id: 'ChangeRetryPolicy',
  description: 'Omitted fields keep their value, or get the default in a new endpoint.',
});

export const WebhookEndpoint = z
  .object({
    id: z.string(),
    url: z.string(),
    urlHistory: z
      .array(z.object({ url: z.string(), until: Time }))
      .max(limits.formerAddresses.most)
      .describe(`The last ${limits.formerAddresses.most} former URLs, oldest first.`),
    owner: z.object({ type: z.enum(['account', 'integration']), id: z.string() }),
    eventTypes: z.array(z.string()),
    retryPolicy: RetryPolicy,
    paused: z.boolean(),
    includeRelated: z.boolean(),
    description: z.string().nullable(),
    secretHint: z.string().describe('The last four characters of the signing secret.'),
    previousSecretExpiresAt: Time.nullable().describe(
      'Until then, deliveries are signed with the previous secret too.',
    ),
    health: z
      .object({
        status: z
          .enum(['healthy', 'failing', 'unknown'])
          .describe(
            '`failing` from 20 failed attempts in a row; `unknown` before the first attempt.',
          ),
        recent: z
          .enum(recentHealths)
          .describe(
            'The results of the last attempts. `unused`: no attempt was made. `never_worked`: no attempt has succeeded. `failing`: the last attempt failed, and an earlier one succeeded. `recovering`: fewer than three attempts in a row have succeeded since the last failure. `working`: three or more have, or no attempt has failed.',
          ),
        failuresInARow: z.int(),
        lastSuccessAt: Time.nullable(),
        lastFailureAt: Time.nullable(),
      })
      .describe('The health at the current URL. A new URL resets it.'),
    createdAt: Time,
    updatedAt: Time,
  })
  .meta({ id: 'WebhookEndpoint' });

/** An endpoint as the API shows it, without its secret. */
export function endpointToWire(row: EndpointRow, now: Date) {
  return toWire(WebhookEndpoint, shownColumns(row, now));
}

/** The answer that shows a new secret, once. */
export const WebhookEndpointWithSecret = z
  .object({ ...WebhookEndpoint.shape, secret: z.string() })
  .meta({ id: 'WebhookEndpointWithSecret' });

export function endpointWithSecretToWire(row: EndpointRow, now: Date) {
  return toWire(WebhookEndpointWithSecret, shownColumns(row, now));
}

function shownColumns(row: EndpointRow, now: Date) {
  return {
    ...row,
    ...overlapAt(row, now),
    owner: { type: ownerType(row.integrationId), id: row.integrationId ?? row.tenantId },
    secretHint: row.secret.slice(-4),
    health: { ...row, status: endpointHealth(row), recent: recentHealth(row) },
  };
}

export const SigningSecrets = z
  .object({
    secret: z.string(),
    previousSecret: z.string().nullable(),
    previousSecretExpiresAt: Time.nullable(),
  })
  .meta({ id: 'SigningSecrets' });

export const DeletedWebhookEndpoint = z
  .object({ id: z.string(), deleted: z.literal(true) })
  .meta({ id: 'DeletedWebhookEndpoint' });

const url = text('url');
const eventTypes = list('eventTypes', text('slug'));
const description = text('description');

export const CreateWebhookEndpoint = z
  .strictObject({
    url,
    owner: z
      .literal('account')
      .optional()
      .describe('For an endpoint of the account, in place of `integrationId`.'),
    integrationId: text('id').optional().describe('Default: the integration of the key.'),
    eventTypes: eventTypes
      .optional()
      .describe('Default: all document verification events; none for the account.'),
    retryPolicy: ChangeRetryPolicy.optional(),
    includeRelated: z.boolean().default(false),
    description: description.nullish(),
  })
  .meta({ id: 'CreateWebhookEndpoint' });

export const ChangeWebhookEndpoint = z
  .strictObject({
    url: url.optional(),
    eventTypes: eventTypes.optional(),
    retryPolicy: ChangeRetryPolicy.optional(),
    includeRelated: z.boolean().optional(),
    description: description.nullish(),
  })
  .meta({ id: 'ChangeWebhookEndpoint' });

export const ResumeWebhookEndpoint = z
  .strictObject({
    discard: z.boolean().default(false).describe('Cancels the held deliveries.'),
  })
  .meta({ id: 'ResumeWebhookEndpoint' });

export const RollSecret = z
  .strictObject({
    overlapSeconds: z
      .int()
      .min(0)
      .max(604_800)
      .default(86_400)
      .describe('How long deliveries are signed with the former secret too.'),
    force: z
      .boolean()
      .default(false)
      .describe('Rolls during an overlap as well. The oldest secret ends at once.'),
  })
  .meta({ id: 'RollSecret' });
