import { z } from 'zod';
import { StateCode, Time } from '../../http/wire.js';
import { text } from '../../limits/bounded.js';
import { onboardingStatuses, requirementStates } from './evaluate.js';

export const ChecklistItem = z
  .object({
    kind: z.enum(['check', 'document']),
    slug: z.string().describe('The slug of the check type or the document configuration.'),
    required: z.boolean(),
    state: z.enum(requirementStates),
    sourceId: z
      .string()
      .nullable()
      .describe('The report or document verification that the state comes from.'),
    expiresAt: Time.nullable().describe('When the result that satisfies it expires or expired.'),
  })
  .meta({ id: 'ChecklistItem' });

export const Onboarding = z
  .object({
    id: z.string(),
    candidateId: z.string(),
    roleId: z.string(),
    workState: z.string(),
    status: z
      .enum(onboardingStatuses)
      .describe(
        '`complete`: all required items are satisfied. `blocked`: a required item failed. Evaluated on every request.',
      ),
    requirements: z
      .array(ChecklistItem)
      .describe('The requirements of the role in the work state.'),
    invitationId: z.string().nullable(),
    createdAt: Time,
    updatedAt: Time,
  })
  .meta({ id: 'Onboarding' });

export const CreateOnboarding = z
  .strictObject({
    candidateId: text('id').min(1),
    roleId: text('id').min(1),
    workState: StateCode,
    sendInvitation: z
      .boolean()
      .default(false)
      .describe('Also invites the candidate to the hosted intake of the role.'),
  })
  .meta({ id: 'CreateOnboarding' });
