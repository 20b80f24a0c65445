import { z } from 'zod';
import { candidateFields } from '../../db/schema/index.js';
import { Metadata } from '../../http/metadata.js';
import { StateCode } from '../../http/state-code.js';
import { Time, type WireOf } from '../../http/wire.js';
import { text } from '../../limits/bounded.js';
import { Candidate, CreateCandidate } from '../candidates/index.js';
import { Package } from '../packages/index.js';
import { checkStatuses, reportStatuses } from './states.js';

const Fields = z.array(z.enum(candidateFields));

export const reportResults = ['clear', 'consider'] as const;
export const adjudications = ['engaged', 'pre_adverse_action', 'post_adverse_action'] as const;

/** What a check has found. */
const CheckRecord = z
  .object({
    id: z.string(),
    summary: z.string(),
    severity: z.enum(['low', 'medium', 'high']),
    jurisdiction: z.string(),
    disputed: z.boolean(),
  })
  .meta({ id: 'CheckRecord' });

export const Check = z
  .object({
    id: z.string(),
    checkTypeSlug: z.string(),
    status: z.enum(checkStatuses),
    result: z
      .enum(['clear', 'consider', 'unable_to_verify'])
      .nullable()
      .describe('Null until it has ended, and of a canceled check.'),
    records: z.array(CheckRecord),
    missingInformation: Fields.describe('The fields of the candidate that it waits for.'),
    startedAt: Time.nullable(),
    completedAt: Time.nullable().describe('When it has ended.'),
  })
  .meta({ id: 'Check' });

/** Checks of a candidate that were ordered together. Reports belong to the tenant: its integrations share them. */
export const Report = z
  .object({
    id: z.string(),
    candidateId: z.string(),
    packageId: z.string(),
    workState: z.string(),
    status: z.enum(reportStatuses),
    result: z
      .enum(reportResults)
      .nullable()
      .describe(
        '`consider` if any check ended with `consider` or `unable_to_verify`. Null until it is complete.',
      ),
    includesCanceled: z.boolean().describe('Some of its checks were canceled.'),
    adjudication: z.enum(adjudications).nullable(),
    adjudicationNote: z.string().nullable(),
    adverseActionId: z.string().nullable().describe('The one that is open, or the last one.'),
    checks: z.array(Check),
    missingInformation: Fields.describe(
      'The fields of the candidate that it waits for: not known while it is `pending`, to be confirmed while it is `suspended`.',
    ),
    price: z
      .object({
        amountCents: z.int(),
        currency: z.literal('USD'),
        source: z.enum(['tenant', 'partner', 'list']),
      })
      .describe('As it was when the report was ordered.'),
    estimatedCompletionAt: Time.nullable().describe(
      'Null while it waits for information, and when it was canceled.',
    ),
    completedAt: Time.nullable().describe('When it was first complete.'),
    turnaroundSeconds: z.int().nullable().describe('From `createdAt` to `completedAt`.'),
    invitationId: z.string().nullable().describe('The invitation whose completion ordered it.'),
    metadata: Metadata,
    createdAt: Time,
    updatedAt: Time,
    candidate: Candidate.optional().describe('Only with `include`.'),
    package: Package.optional().describe('Only with `include`.'),
  })
  .meta({ id: 'Report' });

export type ReportWire = WireOf<typeof Report>;

const Id = text('id').min(1);

/** The fields of spec section 2, and `metadata`. */
export const CreateReport = z
  .strictObject({
    candidateId: Id,
    packageId: Id,
    workState: StateCode,
    metadata: Metadata.default({}),
  })
  .meta({ id: 'CreateReport' });

export const ReportInformation = CreateCandidate.pick({
  dateOfBirth: true,
  ssnLast4: true,
  phone: true,
  workState: true,
})
  .refine((fields) => Object.keys(fields).length > 0, 'must have at least one field')
  .meta({
    id: 'ReportInformation',
    description: 'At least one field of the candidate.',
    minProperties: 1,
  });
