import { z } from 'zod';
import { Time } from '../../http/wire.js';
import { map, text } from '../../limits/bounded.js';
import { forms } from '../../limits/forms.js';
import { Cents } from '../packages/index.js';
import { tenantFields, tenantStatuses } from '../tenants/index.js';

const { name, adminEmail, timeZone, brandColor } = tenantFields;

const amounts = map('prices', text('slug').regex(forms.slug.pattern), Cents);

/** Prices that differ from the list prices (service tables 1.8). */
export const Pricing = z
  .strictObject({
    packages: amounts.describe('Cents by the slug of the package.'),
    checkTypes: amounts.describe('Cents by the slug of the check type.'),
  })
  .meta({ id: 'Pricing', examples: [{ packages: { essential: 1200 }, checkTypes: {} }] });

export type PricingBody = z.output<typeof Pricing>;

export const Tenant = z
  .object({
    tenantId: z.string(),
    slug: z.string(),
    facilityName: z.string(),
    adminEmail: z.string(),
    termsVersion: z.string(),
    status: z.enum(tenantStatuses),
    timeZone: z.string(),
    brandColor: z.string().nullable(),
    pricing: Pricing,
    createdAt: Time,
    updatedAt: Time,
  })
  .meta({ id: 'Tenant' });

export const ProvisionedTenant = z
  .object({
    ...Tenant.shape,
    secretKey: z
      .string()
      .describe('An API key with full access to this tenant only. It is shown once.'),
    integrationId: z
      .string()
      .describe('The first integration of the tenant, ready for document verifications.'),
  })
  .meta({ id: 'ProvisionedTenant' });

/** The first three fields are those of spec section 2. */
export const ProvisionTenant = z
  .strictObject({
    facilityName: name.describe('The name of the facility.'),
    adminEmail,
    termsVersion: z
      .string()
      .regex(forms.month.pattern)
      .describe('The version of the terms that the tenant has accepted.')
      .meta({ examples: ['2026-01'] }),
    pricing: Pricing.optional(),
    timeZone: timeZone.optional().describe('An IANA name. Default: the time zone of the partner.'),
    brandColor: brandColor.optional(),
  })
  .meta({
    id: 'ProvisionTenant',
    description:
      'The specification of the service has `facilityName`, `adminEmail` and `termsVersion`. The other fields are decisions of this sandbox.',
  });

export const ChangeTenant = z
  .strictObject({ facilityName: name, adminEmail, timeZone, brandColor: brandColor.nullable() })
  .partial()
  .meta({ id: 'ChangeTenant', description: 'The slug does not change. `null` removes the color.' });
