import { z } from 'zod';
import { StateCode, Time } from '../../http/wire.js';
import { text } from '../../limits/bounded.js';
import { onboardingStatuses, requirementStates } from './evaluate.js';

export const ChecklistItem = z
  .object({
    kind: z.enum(['check', 'document']),
    slug: z.string().describe('Of the check type, or of the document configuration.'),
    required: z.boolean(),
    state: z.enum(requirementStates),
    sourceId: z.string().nullable().describe('The report or the document verification.'),
    expiresAt: Time.nullable().describe('When what satisfies it ends, or has ended.'),
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
        '`complete`: all required ones are satisfied. `blocked`: one of them has failed. Found anew for every answer.',
      ),
    requirements: z.array(ChecklistItem).describe('Those of the role for the work state.'),
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
