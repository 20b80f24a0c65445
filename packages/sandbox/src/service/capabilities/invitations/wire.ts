import { z } from 'zod';
import { StateCode, Time } from '../../http/wire.js';
import { text } from '../../limits/bounded.js';
import { faultParams } from '../../limits/faults.js';
import { invitationStatuses } from './states.js';

/** An invitation of a candidate to the hosted intake. Invitations belong to the tenant: its integrations share them. */
export const Invitation = z
  .object({
    id: z.string(),
    candidateId: z.string(),
    roleId: z.string(),
    packageId: z.string().describe('The package that is ordered when the intake is completed.'),
    workState: z.string(),
    integrationId: z
      .string()
      .nullable()
      .describe('The integration that owns the document verifications. `null` if there is none.'),
    status: z.enum(invitationStatuses),
    intakeUrl: z.string().describe('Anyone who has this link can fill in the intake.'),
    redirectUrl: z.string().nullable(),
    expiresAt: Time.describe('The end of a day, in the time zone of the account.'),
    openedAt: Time.nullable(),
    completedAt: Time.nullable(),
    canceledAt: Time.nullable(),
    reportId: z.string().nullable(),
    createdAt: Time,
    updatedAt: Time,
  })
  .meta({ id: 'Invitation' });

const LinkUrl = text('url')
  .refine(isLink, faultParams({ code: 'invalid_format', facts: { form: 'link' } }))
  .meta({ examples: ['https://facility.example/welcome'] });

export const CreateInvitation = z
  .strictObject({
    candidateId: text('id'),
    roleId: text('id'),
    workState: StateCode,
    packageId: text('id').optional().describe('Default: the package of the role.'),
    integrationId: text('id')
      .optional()
      .describe(
        'Default: the integration of the key. Without one, `defaultIntegrationId` of the account.',
      ),
    expiresInDays: z
      .int()
      .min(1)
      .max(90)
      .default(7)
      .describe(
        'The invitation expires at the end of the last day, in the time zone of the account.',
      ),
    redirectUrl: LinkUrl.optional().describe('The link on the last page of the intake.'),
    sendEmail: z.boolean().default(true).describe('Whether to email the link to the candidate.'),
  })
  .meta({ id: 'CreateInvitation' });

// Characters that the URL parser would drop, such as line breaks, are refused.
function isLink(text: string): boolean {
  if (!/^https?:\/\/[^\s\p{C}]+$/iu.test(text) || !URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username === '' && password === '';
}
