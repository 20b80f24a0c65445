import { z } from 'zod';
import { Instant, Metadata, StateCode, sensitive, Time, toWire } from '../../http/wire.js';
import { noLongerThan, text } from '../../limits/bounded.js';
import { faultParams } from '../../limits/faults.js';
import { forms } from '../../limits/forms.js';
import type { CandidateRow } from './records.js';
import { candidateStatuses } from './states.js';

/** A person who is screened. Candidates belong to the tenant: its integrations share them. */
export const Candidate = z
  .object({
    id: z.string(),
    externalId: z.string().nullable(),
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    phone: z.string().nullable(),
    dateOfBirth: z.string().nullable(),
    ssnLast4: z.string().nullable(),
    workState: z.string().nullable(),
    roleId: z
      .string()
      .nullable()
      .describe('The role of the last invitation or onboarding of the candidate.'),
    status: z.enum(candidateStatuses),
    submittedAt: Time.nullable().describe('When the candidate completed the intake.'),
    authorization: z
      .object({ source: z.enum(['hosted', 'caller', 'assumed']), at: Time })
      .nullable()
      .describe(
        'Who says that the candidate authorized checks. `hosted`: the candidate. `caller`: the caller. `assumed`: nobody.',
      ),
    metadata: Metadata,
    createdAt: Time,
    updatedAt: Time,
  })
  .meta({ id: 'Candidate' });

export const CreatedCandidate = z
  .object({ id: z.string(), status: z.enum(candidateStatuses), createdAt: Time })
  .meta({ id: 'CreatedCandidate' });

const authorizedAt = Instant.optional().describe(
  'When the candidate authorized checks, according to the caller. The service does not verify it.',
);
const name = text('name').meta(sensitive);
const required = {
  firstName: name,
  lastName: name,
  email: z
    .email()
    .check(noLongerThan('email'))
    .meta({ ...sensitive, examples: ['maria.ortiz@example.com'] }),
};
const optional = {
  externalId: text('reference').min(1).describe("The caller's own reference."),
  phone: z
    .string()
    .regex(forms.phone.pattern)
    .meta({ ...sensitive, examples: ['+1 415 555 0100'] }),
  dateOfBirth: z.iso
    .date()
    .refine(
      (date) => date >= '1900-01-01',
      faultParams({ code: 'invalid_format', facts: { form: 'date_of_birth' } }),
    )
    .meta({ ...sensitive, examples: ['1990-02-28'] }),
  ssnLast4: z
    .string()
    .regex(forms.ssn_last4.pattern)
    .meta({ ...sensitive, examples: ['6789'] }),
  workState: StateCode,
};

/** The personal data that a candidate enters. */
export const personalFields = {
  ...required,
  phone: optional.phone,
  dateOfBirth: optional.dateOfBirth,
  ssnLast4: optional.ssnLast4,
};

export const CreateCandidate = z
  .strictObject({
    ...required,
    ...z.object(optional).partial().shape,
    authorizedAt,
    metadata: Metadata.default({}),
  })
  .meta({ id: 'CreateCandidate' });

export const UpdateCandidate = z
  .strictObject({
    ...z.object(required).partial().shape,
    externalId: optional.externalId.nullish(),
    phone: optional.phone.nullish(),
    dateOfBirth: optional.dateOfBirth.nullish(),
    ssnLast4: optional.ssnLast4.nullish(),
    workState: optional.workState.nullish(),
    authorizedAt,
    metadata: Metadata.optional(),
  })
  .meta({ id: 'UpdateCandidate', description: 'Null removes an optional field.' });

/** A candidate as the API shows it. */
export function candidateToWire(row: CandidateRow) {
  const { authorizationSource: source, authorizedAt: at } = row;
  return toWire(Candidate, { ...row, authorization: source && at ? { source, at } : null });
}
