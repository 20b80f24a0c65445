import { z } from 'zod';
import { Metadata, StateCode, sensitive, Time, toWire } from '../../http/wire.js';
import type { Command } from '../../kernel/command.js';
import { jsonMap, list, text } from '../../limits/bounded.js';
import { faultParams } from '../../limits/faults.js';
import { forms } from '../../limits/forms.js';
import { figure } from '../../limits/limits.js';
import { Candidate } from '../candidates/index.js';
import { RelatedIntegration } from '../integrations/index.js';
import { Package } from '../packages/index.js';
import { Report } from '../reports/index.js';
import { magicValues } from './ask-source.js';
import {
  type DocumentConfiguration,
  type ListedVerification,
  type SessionRow,
  type SourceRow,
  sourceAvailabilities,
  verificationStatuses,
} from './records.js';
import { type Wait, waitKinds } from './waits-for.js';

const Slug = z.string().regex(/^[a-z0-9][a-z0-9-]{0,59}$/);
const FormData = jsonMap('formDataKeys', 'formDataKey', 'formDataBytes').meta({
  ...sensitive,
  id: 'FormData',
  description: 'The keys depend on the document configuration.',
});

/** The record of spec section 2: these 17 fields and no other. */
export const DocumentVerification = z
  .object({
    verificationId: z.string(),
    externalId: z.string(),
    integrationId: z.string(),
    sessionId: z.string(),
    sessionReference: z.string(),
    documentConfigSlug: z.string(),
    checkTypeSlug: z.string(),
    state: z.string(),
    status: z.enum(verificationStatuses),
    verified: z.boolean(),
    formData: FormData,
    verificationFileUploads: z.array(z.string()),
    errorMessage: z.string().nullable(),
    attemptCount: z.int().min(0),
    metadata: Metadata,
    createdAt: Time,
    completedAt: Time.nullable(),
  })
  .meta({ id: 'DocumentVerification' });

const WaitsFor = z
  .object({
    kind: z
      .enum(waitKinds)
      .describe(
        '`submission`: somebody has to submit its fields and files. `source`: the service will ask the issuing source, or ask it again. `source_answer`: the source was asked and has not answered yet. `recording`: there is no source to ask, and the document will be recorded. `decision`: somebody has to decide.',
      ),
    at: Time.nullable().describe(
      'When the service ends the wait. `null` if somebody else has to end it.',
    ),
  })
  .meta({ id: 'VerificationWait' });

/** A verification as the API shows it. Events carry only the record. */
export const ShownVerification = z
  .object({
    ...DocumentVerification.shape,
    candidate: Candidate.nullish().describe(
      'Only with `include`. `null` if the order names no candidate.',
    ),
    waitsFor: WaitsFor.nullish().describe(
      'Only with `include`. `null` if the verification has ended.',
    ),
  })
  .meta({ id: 'ShownDocumentVerification' });

const fileIds = list('fileIds', text('id'));

export const CreateVerification = z
  .strictObject({
    documentConfigSlug: Slug,
    state: StateCode,
    integrationId: text('id').optional().describe('Default: the integration of the key.'),
    externalId: text('reference').min(1).optional().describe('Default: the `verificationId`.'),
    candidateId: text('id')
      .optional()
      .describe(
        'The candidate who holds the document. The document then counts for the requirements of their roles.',
      ),
    sessionId: text('id').optional().describe('Default: a new session.'),
    formData: FormData.default({}),
    fileIds: fileIds
      .default([])
      .describe('With files but without `formData`, the service reads the fields from the files.'),
    metadata: Metadata.default({}),
  })
  .meta({ id: 'CreateDocumentVerification' });

export const SubmitVerification = z
  .strictObject({
    formData: FormData.default({}).describe('Added to the existing fields.'),
    fileIds: fileIds.default([]).describe('Added to the existing files.'),
  })
  .meta({ id: 'SubmitDocumentVerification' });

export const VerificationSession = z
  .object({
    id: z.string(),
    integrationId: z.string(),
    reference: z.string(),
    documentConfigSlugs: z.array(z.string()),
    status: z.enum(['open', 'expired']),
    url: z.url().describe('Anyone who has this link can submit the documents of the session.'),
    expiresAt: Time,
    createdAt: Time,
    updatedAt: Time,
  })
  .meta({ id: 'VerificationSession' });

export const CreateSession = z
  .strictObject({
    integrationId: text('id').optional().describe('Default: the integration of the key.'),
    reference: text('reference').min(1).optional().describe('Default: the id of the session.'),
    documentConfigSlugs: list('documentConfigs', Slug)
      .default([])
      .describe('The documents that can be submitted in the session. Default: all.'),
  })
  .meta({ id: 'CreateVerificationSession' });

const fieldType = z.enum(['string', 'date']);

const DocumentConfig = z
  .object({
    slug: z.string(),
    name: z.string(),
    checkTypeSlug: z.string(),
    states: z.array(z.string()).describe('Two-letter codes, or `*` for all.'),
    fields: z.array(
      z.object({
        key: z.string(),
        type: fieldType,
        required: z.boolean(),
        pattern: z.string().optional(),
        hint: z.string().optional().describe('The format that the pattern requires, in words.'),
      }),
    ),
    requiresFiles: z.boolean(),
    sourceSlug: z.string().nullable().describe('`null` if the document is recorded, not verified.'),
    magicField: z.string().describe('The field whose magic values choose the outcome.'),
  })
  .meta({ id: 'DocumentConfig' });

/** A configuration with the properties that only the API adds, not events. */
export const ListedDocumentConfig = z
  .object({
    ...DocumentConfig.shape,
    custom: z.boolean().describe('`false`: it is in the catalog and cannot be changed.'),
    createdAt: Time,
    updatedAt: Time,
    magicValues: z
      .array(z.object({ value: z.string(), outcome: z.string() }))
      .describe(
        'Values of the magic field that choose the outcome. Empty if there is no issuing source.',
      ),
  })
  .meta({ id: 'ListedDocumentConfig' });

const NewField = z
  .strictObject({
    key: text('formDataKey')
      .regex(forms.field_key.pattern)
      // Every object has these.
      .refine(
        (key) => !(key in {}),
        faultParams({ code: 'invalid_format', facts: { form: 'reserved_word' } }),
      )
      .describe('The name of the field in `formData`.')
      .meta({ examples: ['licenseNumber'] }),
    type: fieldType.default('string'),
    required: z.boolean().default(false),
    pattern: text('fieldPattern')
      .optional()
      .describe(
        `Characters, \`\\d\` and classes such as \`[A-Z0-9-]\`, each with \`?\`, \`{n}\` or \`{n,m}\` of at most 99. The pattern must match the complete value. The longest match has at most ${figure('patternLength')}.`,
      )
      .meta({ examples: ['[A-Z0-9-]{3,30}'] }),
    hint: text('description')
      .optional()
      .describe('The format that the pattern requires, in words that complete “enter”.'),
  })
  .meta({ id: 'NewDocumentField' });

const configParts = {
  name: text('name'),
  checkTypeSlug: text('slug').describe('The check type that its documents belong to.'),
  states: list('states', z.union([z.literal('*'), StateCode]))
    .min(1)
    .describe('The states that issue it, or `*` for all.'),
  fields: list('documentFields', NewField).min(1),
  requiresFiles: z.boolean(),
  sourceSlug: text('slug')
    .nullable()
    .describe('The slug of an issuing source. `null`: the document is recorded, not verified.'),
  magicField: text('formDataKey').describe(
    'The key of the field whose magic values choose the outcome. Default: the first field.',
  ),
};

export const CreateConfig = z
  .strictObject({
    slug: Slug.describe(
      'It cannot change later. It must not be in the catalog or among your own configurations.',
    ).meta({
      examples: ['forklift-license'],
    }),
    ...configParts,
    states: configParts.states.default(['*']),
    requiresFiles: configParts.requiresFiles.default(false),
    sourceSlug: configParts.sourceSlug.default(null),
    magicField: configParts.magicField.optional(),
  })
  .meta({ id: 'CreateDocumentConfig' });

export const ChangeConfig = z.strictObject(configParts).partial().meta({
  id: 'ChangeDocumentConfig',
  description:
    'The slug does not change. New fields replace all existing ones. Verifications that wait for a submission continue with the new fields.',
});

export const VerificationSource = z
  .object({
    slug: z.string(),
    name: z.string(),
    jurisdiction: z.string(),
    availability: z
      .enum(sourceAvailabilities)
      .describe(
        '`degraded`: it answers later. `down`: it does not answer, and the service asks again.',
      ),
  })
  .meta({ id: 'VerificationSource' });

export const UploadedFile = z
  .object({
    id: z.string(),
    name: z.string().describe('The name of the upload, or `file`.'),
    contentType: z.enum(['application/pdf', 'image/png', 'image/jpeg']),
    size: z.int(),
    createdAt: Time,
    updatedAt: Time,
  })
  // Not `File`: in a generated client, that would hide the class of the platform.
  .meta({ id: 'UploadedFile' });

export const UploadFile = z
  .strictObject({ file: z.file().describe(`A PDF, PNG or JPEG of at most ${figure('file')}.`) })
  .meta({ id: 'UploadFile' });

/** The envelope of spec section 6, and `related` for endpoints that ask for it. */
export const DocumentVerificationEvent = z
  .object({
    id: z.string(),
    type: z.string(),
    created: Time,
    data: DocumentVerification,
    related: z
      .object({
        integration: RelatedIntegration,
        documentConfig: DocumentConfig,
        candidate: Candidate.optional().describe(
          'The candidate of an order with `candidateId`, or of an intake.',
        ),
        package: Package.optional().describe(
          'The package of the invitation, if the document comes from an intake.',
        ),
        report: Report.optional().describe('The report that was ordered with the same intake.'),
      })
      .optional()
      .describe('The related objects at the time of the event. Only with `includeRelated`.'),
  })
  .meta({ id: 'DocumentVerificationEvent' });

type Context = Pick<Command, 'urls' | 'now'>;

/** The record of spec section 2. The URLs of its files are valid from its end or, until it ends, from now. */
export function verificationToWire(row: ListedVerification, { urls, now }: Context) {
  return toWire(DocumentVerification, {
    ...row,
    verificationId: row.id,
    checkTypeSlug: row.config.checkTypeSlug,
    verified: row.status === 'VERIFIED',
    verificationFileUploads: row.fileIds.map((id) => urls.file(id, row.completedAt ?? now)),
  });
}

export function waitToWire(wait: Wait) {
  return toWire(WaitsFor, wait);
}

export function sessionToWire(row: SessionRow, { urls, now }: Context) {
  return toWire(VerificationSession, {
    ...row,
    status: row.expiresAt > now ? 'open' : 'expired',
    url: urls.hosted('verify', row.id),
  });
}

export function sourceToWire(row: SourceRow) {
  return toWire(VerificationSource, row);
}

/** A document configuration as events show it. */
export function configToWire(row: DocumentConfiguration) {
  return toWire(DocumentConfig, row);
}

/** A document configuration as the API shows it. */
export function listedConfigToWire(row: DocumentConfiguration) {
  // Without a source, no value matters.
  const values = row.sourceSlug === null ? [] : magicValues;
  return toWire(ListedDocumentConfig, {
    ...row,
    custom: row.tenantId !== null,
    magicValues: values.map(({ value, alias, outcome }) => ({
      value: row.digitAliases ? alias : value,
      outcome,
    })),
  });
}
