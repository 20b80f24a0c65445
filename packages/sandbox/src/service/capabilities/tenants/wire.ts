import { z } from 'zod';
import { sensitive } from '../../http/wire.js';
import { noLongerThan, text } from '../../limits/bounded.js';
import { faultParams } from '../../limits/faults.js';
import { forms } from '../../limits/forms.js';
import type { Brand } from '../../pages/page.js';
import type { TenantRow } from './records.js';
import { tenantStatuses } from './states.js';

export const tenantFields = {
  name: text('facilityName'),
  adminEmail: z
    .email()
    .check(noLongerThan('email'))
    .describe('The email address of the administrator.')
    .meta({ ...sensitive, examples: ['admin@facility.example'] }),
  timeZone: text('timeZone')
    .refine(isTimeZone, faultParams({ code: 'invalid_format', facts: { form: 'time_zone' } }))
    .describe('An IANA name. Days, such as those of expiry, end by it.')
    .meta({ examples: ['America/New_York', 'America/Los_Angeles', 'Pacific/Honolulu'] }),
  brandColor: z
    .string()
    .regex(forms.color.pattern)
    .describe('The color of hosted pages.')
    .meta({ examples: ['#1f6feb'] }),
};

export const Account = z
  .object({
    id: z.string(),
    name: z.string().describe('The name that hosted pages show.'),
    slug: z.string(),
    status: z.enum(tenantStatuses),
    partner: z.boolean().describe('Whether the account can provision tenants.'),
    adminEmail: z.string(),
    timeZone: z.string().describe('An IANA name. Days, such as those of expiry, end by it.'),
    brandColor: z
      .string()
      .nullable()
      .describe('The color of hosted pages. `null`: the color of the service.'),
    defaultIntegrationId: z
      .string()
      .nullable()
      .describe(
        'The integration that is used if a request names none: the integration of the key, or the oldest active one. `null` if none is active.',
      ),
  })
  .meta({ id: 'Account' });

export const ChangeAccount = z
  .strictObject({ ...tenantFields, brandColor: tenantFields.brandColor.nullable() })
  .partial()
  .meta({
    id: 'ChangeAccount',
    description: 'The slug does not change. `null` removes the color.',
  });

/** A tenant as its hosted pages show it. */
export function brandOf({ name, brandColor }: TenantRow): Brand {
  return { name, color: brandColor };
}

/** Checks that a text is the name of a time zone in the IANA database. Offsets are refused: they have no daylight saving time. */
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
