import { z } from 'zod';
import { Metadata, StateCode, sensitive, Time, toWire } from '../../http/wire.js';
import type { Command } from '../../kernel/command.js';
import { jsonMap, list, text } from '../../limits/bounded.js';
import { saying } from '../../limits/faults.js';
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
        '`submission`: its fields and files. `source`: the issuing source is asked, or asked again. `source_answer`: the source was asked, and needs time. `recording`: no source is asked, so the document is recorded. `decision`: somebody decides by hand.',
      ),
    at: Time.nullable().describe('When the service ends the wait, `null` if somebody else has to.'),
  })
  .meta({ id: 'VerificationWait' });

/** A verification as the API shows it. Events carry the record alone. */
export const ShownVerification = z
  .object({
    ...DocumentVerification.shape,
    candidate: Candidate.nullish().describe('Only with `include`. Null: the order names none.'),
    waitsFor: WaitsFor.nullish().describe(
      'Only with `include`, `null` if the verification has ended.',
    ),
  })
  .meta({ id: 'ShownDocumentVerification' });

const fileIds = list('fileIds', text('id'));

export const CreateVerification = z
  .strictObject({
    documentConfigSlug: Slug,
    state: StateCode,
    integrationId: text('id').optional().describe('Default: the integration of the key.'),
    externalId: text('reference').min(1).optional().describe('Default: the verificationId.'),
    candidateId: text('id')
      .optional()
      .describe('Whose document it is: it then counts for the requirements of their roles.'),
    sessionId: text('id').optional().describe('Default: a new session.'),
    formData: FormData.default({}),
    fileIds: fileIds
      .default([])
      .describe('With files and without `formData`, the fields are read from the files.'),
    metadata: Metadata.default({}),
  })
  .meta({ id: 'CreateDocumentVerification' });

export const SubmitVerification = z
  .strictObject({
    formData: FormData.default({}).describe('Added to the fields that are there.'),
    fileIds: fileIds.default([]).describe('Added to the files that are there.'),
  })
  .meta({ id: 'SubmitDocumentVerification' });

export const VerificationSession = z
  .object({
    id: z.string(),
    integrationId: z.string(),
    reference: z.string(),
    documentConfigSlugs: z.array(z.string()),
    status: z.enum(['open', 'expired']),
    url: z.url().describe('Anyone who has this address can submit the documents of the session.'),
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
      .describe('The documents that can be submitted in it. Default: all.'),
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
        hint: z.string().optional().describe('What the pattern demands, in words.'),
      }),
    ),
    requiresFiles: z.boolean(),
    sourceSlug: z.string().nullable().describe('Null: the document is recorded, not verified.'),
    magicField: z.string().describe('The field whose magic values choose the outcome.'),
  })
  .meta({ id: 'DocumentConfig' });

/** A configuration with what the API adds to it. Events do not carry that. */
export const ListedDocumentConfig = z
  .object({
    ...DocumentConfig.shape,
    custom: z.boolean().describe('False: it is in the catalog, which nobody changes.'),
    createdAt: Time,
    updatedAt: Time,
    magicValues: z
      .array(z.object({ value: z.string(), outcome: z.string() }))
      .describe(
        'Values of the magic field that choose the outcome. Empty where no source is asked.',
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
        saying({ code: 'invalid_format', facts: { form: 'reserved_word' } }),
      )
      .describe('The name of the field in `formData`.')
      .meta({ examples: ['licenseNumber'] }),
    type: fieldType.default('string'),
    required: z.boolean().default(false),
    pattern: text('fieldPattern')
      .optional()
      .describe(
        `Characters, \`\\d\` and classes such as \`[A-Z0-9-]\`, each with \`?\`, \`{n}\` or \`{n,m}\` of at most 99. A value must match all of it. The longest that matches has at most ${figure('patternLength')}.`,
      )
      .meta({ examples: ['[A-Z0-9-]{3,30}'] }),
    hint: text('description')
      .optional()
      .describe('What the pattern demands, in words that complete “enter”.'),
  })
  .meta({ id: 'NewDocumentField' });

const configParts = {
  name: text('name'),
  checkTypeSlug: text('slug').describe('The check type that its documents are of.'),
  states: list('states', z.union([z.literal('*'), StateCode]))
    .min(1)
    .describe('The states that issue it, or `*` for all.'),
  fields: list('documentFields', NewField).min(1),
  requiresFiles: z.boolean(),
  sourceSlug: text('slug')
    .nullable()
    .describe('Of an issuing source. Null: the document is recorded, not verified.'),
  magicField: text('formDataKey').describe(
    'The key of the field whose magic values choose the outcome. Default: that of the first.',
  ),
};

export const CreateConfig = z
  .strictObject({
    slug: Slug.describe('It stays, and neither the catalog nor you may have it already.').meta({
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
    'The slug stays. Fields replace all that were there. Verifications that wait for theirs go on with the new ones.',
});

export const VerificationSource = z
  .object({
    slug: z.string(),
    name: z.string(),
    jurisdiction: z.string(),
    availability: z
      .enum(sourceAvailabilities)
      .describe('`degraded`: it answers later. `down`: it does not answer, and is asked again.'),
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
          'Of an order with `candidateId`, and of an intake.',
        ),
        package: Package.optional().describe(
          'That of the invitation, if the document is of its intake.',
        ),
        report: Report.optional().describe('The one that was ordered with the same intake.'),
      })
      .optional()
      .describe('As they were at the time of the event. Only with `includeRelated`.'),
  })
  .meta({ id: 'DocumentVerificationEvent' });

type Context = Pick<Command, 'urls' | 'now'>;

/** The record of spec section 2. The addresses of its files count from its end, and until then from now. */
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
  // Without a source, no value is looked at.
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
