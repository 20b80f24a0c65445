import { z } from 'zod';
import { keyScopes } from '../../http/principal.js';
import { Time, toWire } from '../../http/wire.js';
import { list, text } from '../../limits/bounded.js';
import { faultParams } from '../../limits/faults.js';
import { limits } from '../../limits/limits.js';
import type { KeyRow } from './records.js';

const Label = text('name');

/** An origin of web pages (RFC 6454), exactly as browsers send it in `Origin`. No path, no wildcard. */
const AllowedOrigin = text('origin')
  .refine(isOrigin, faultParams({ code: 'invalid_format', facts: { form: 'origin' } }))
  .meta({ examples: ['https://www.example.com', 'http://localhost:3000'] });

const AllowedOrigins = list('allowedOrigins', AllowedOrigin).describe(
  'The origins whose pages may create candidates with the key.',
);

const counts = {
  requests: z.int(),
  errors: z.int().describe('Requests that were answered with a 4xx or 5xx status.'),
};

/** A key without its secret, which is not stored. */
export const ApiKey = z
  .object({
    id: z.string(),
    label: z.string(),
    scope: z.enum(keyScopes),
    prefix: z.string(),
    last4: z.string(),
    tenantId: z.string(),
    integrationId: z.string().nullable().describe('`null` if the key is for the whole tenant.'),
    allowedOrigins: z.array(z.string()),
    createdAt: Time,
    updatedAt: Time.describe('Using the key does not change it.'),
    lastUsedAt: Time.nullable(),
    revokedAt: Time.nullable(),
    usage: z
      .object(counts)
      .describe('All requests with the key. See `GET …/usage` for the details.'),
  })
  .meta({ id: 'ApiKey' });

export const CreatedApiKey = z
  .object({ ...ApiKey.shape, key: z.string().describe('The key itself. It is shown only once.') })
  .meta({ id: 'CreatedApiKey' });

export const CreateApiKey = z
  .strictObject({
    label: Label,
    scope: z.enum(keyScopes),
    integrationId: text('id')
      .optional()
      .describe(
        'Default: the integration of the calling key. Without one, the key is for the whole tenant.',
      ),
    allowedOrigins: AllowedOrigins.default([]),
  })
  .meta({ id: 'CreateApiKey' });

export const UpdateApiKey = z
  .strictObject({ label: Label.optional(), allowedOrigins: AllowedOrigins.optional() })
  .meta({ id: 'UpdateApiKey' });

/** The requests that were made with a key (spec section 5). */
export const ApiKeyUsage = z
  .object({
    totalRequests: z.int(),
    lastUsedAt: Time.nullable(),
    byDay: list('usageDays', z.object({ date: z.iso.date(), ...counts })).describe(
      `The last ${limits.usageDays.most} days (UTC) with requests, oldest first.`,
    ),
    byRoute: z
      .array(z.object({ operationId: z.string(), ...counts }))
      .describe('The most requested operations first.'),
  })
  .meta({ id: 'ApiKeyUsage' });

export const keyToWire = (row: KeyRow) => toWire(ApiKey, { ...row, usage: row });

/** A new key, with its secret. */
export const createdKeyToWire = (row: KeyRow, key: string) =>
  toWire(CreatedApiKey, { ...row, usage: row, key });

function isOrigin(text: string): boolean {
  // The URL parser accepts an asterisk in a host name.
  if (text.includes('*') || !/^https?:/.test(text)) return false;
  return URL.canParse(text) && new URL(text).origin === text;
}
