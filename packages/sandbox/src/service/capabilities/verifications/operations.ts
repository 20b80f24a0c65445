import { z } from 'zod';
import { collection } from '../../http/collection.js';
import type { DescribedWebhook } from '../../http/document.js';
import { listOperation } from '../../http/list-operation.js';
import { changeOperation, type ReadContext, readOperation, tagged } from '../../http/operation.js';
import { listOf, wholeList } from '../../http/paging.js';
import { findByIds } from '../../http/resource.js';
import type { WireOf } from '../../http/wire.js';
import { only } from '../../kernel/lists.js';
import { text } from '../../limits/bounded.js';
import { limits } from '../../limits/limits.js';
import { candidateRecords, candidateToWire } from '../candidates/index.js';
import { requireIntegration } from '../integrations/index.js';
import { eventTypes } from '../webhooks/index.js';
import {
  checkConfigSlugs,
  createSessions,
  createVerification,
  submitVerification,
} from './create-verification.js';
import { storeFile } from './files.js';
import { cancelVerifications } from './finish-verification.js';
import {
  configRecords,
  type ListedVerification,
  listedVerifications,
  listSources,
  madeByTenant,
  sessionRecords,
  verificationRecords,
  verificationStatuses,
  withReference,
} from './records.js';
import { changeConfig, createConfig, lockConfig } from './save-config.js';
import { findWaits } from './waits-for.js';
import {
  ChangeConfig,
  CreateConfig,
  CreateSession,
  CreateVerification,
  DocumentVerificationEvent,
  ListedDocumentConfig,
  listedConfigToWire,
  ShownVerification,
  SubmitVerification,
  sessionToWire,
  sourceToWire,
  UploadedFile,
  UploadFile,
  VerificationSession,
  VerificationSource,
  verificationToWire,
  waitToWire,
} from './wire.js';

/** The parameter that includes more than the record of verifications (service tables 1.1). */
const Include = z.enum(['candidate', 'waitsFor', 'candidate,waitsFor']);

/** Verifications as the API shows them. The number of queries does not depend on the number of verifications. */
async function verificationsToWire(
  rows: readonly ListedVerification[],
  context: ReadContext,
  { include }: { readonly include?: z.output<typeof Include> | undefined },
): Promise<WireOf<typeof ShownVerification>[]> {
  const included: readonly string[] = include?.split(',') ?? [];
  const candidates = included.includes('candidate') ? await candidatesOf(rows, context) : undefined;
  const waits = included.includes('waitsFor') ? await findWaits(context.sql, rows) : undefined;
  return rows.map((row) => {
    const candidate = candidates?.get(row.candidateId ?? '');
    const wait = waits?.get(row.id);
    return {
      ...verificationToWire(row, context),
      ...(candidates ? { candidate: candidate ? candidateToWire(candidate) : null } : {}),
      ...(waits ? { waitsFor: wait ? waitToWire(wait) : null } : {}),
    };
  });
}

function candidatesOf(rows: readonly ListedVerification[], { sql, scope }: ReadContext) {
  const ids = rows.flatMap(({ candidateId }) => candidateId ?? []);
  return findByIds(candidateRecords, sql, scope, ids);
}

const shown = {
  path: '/v1/document-verifications',
  item: ShownVerification,
  views: { include: Include },
  toWire: verificationsToWire,
} as const;

const verifications = collection({
  ...shown,
  param: 'verificationId',
  of: verificationRecords,
});

const sessions = collection({
  path: '/v1/verification-sessions',
  of: sessionRecords,
  item: VerificationSession,
  toWire: (rows, context) => rows.map((row) => sessionToWire(row, context)),
});

const configs = collection({
  path: '/v1/document-configs',
  param: 'slug',
  shared: true,
  of: configRecords,
  item: ListedDocumentConfig,
  toWire: (rows) => rows.map(listedConfigToWire),
});

export const verificationOperations = tagged('Document verification', [
  listOperation({
    ...shown,
    of: listedVerifications,
    id: 'listDocumentVerifications',
    summary: 'List document verifications',
    shown: true,
    filters: {
      externalId: text('reference').describe('Your own reference.'),
      integrationId: text('id'),
      candidateId: text('id'),
      status: z.enum(verificationStatuses),
      documentConfigSlug: text('slug'),
    },
    ownFilters: ['externalId'],
    where: withReference,
  }),

  verifications.get({ id: 'getDocumentVerification', summary: 'Get a document verification' }),

  verifications.create({
    id: 'createDocumentVerification',
    summary: 'Create a document verification',
    body: CreateVerification,
    refuses: ['resource_not_found', 'state_conflict', 'unsupported_state'],
    run: createVerification,
  }),

  verifications.act('submit', {
    id: 'submitDocumentVerification',
    summary: 'Submit the fields and files of a document verification',
    body: SubmitVerification,
    run: submitVerification,
  }),

  verifications.act('cancel', {
    id: 'cancelDocumentVerification',
    summary: 'Cancel a document verification',
    async run(context, row) {
      await cancelVerifications(context, [row]);
      return verificationRecords.find(context.tx, context.scope, row.id);
    },
  }),

  sessions.list({ id: 'listVerificationSessions', summary: 'List verification sessions' }),

  sessions.get({ id: 'getVerificationSession', summary: 'Get a verification session' }),

  sessions.create({
    id: 'createVerificationSession',
    summary: 'Create a verification session',
    body: CreateSession,
    refuses: ['resource_not_found', 'state_conflict'],
    async run(context, body) {
      const integrationId = await requireIntegration(context.tx, context.scope, body.integrationId);
      await checkConfigSlugs(context.tx, context.scope, body.documentConfigSlugs);
      return only(await createSessions(context, [{ ...body, integrationId }]));
    },
  }),

  changeOperation({
    id: 'uploadFile',
    method: 'POST',
    path: '/v1/files',
    summary: 'Upload a file for a document verification',
    accepts: { 'multipart/form-data': limits.file.most + limits.formOverhead.most },
    input: { body: UploadFile },
    status: 201,
    returns: UploadedFile,
    refuses: ['state_conflict'],
    handle: async ({ body }, context) =>
      storeFile(context, {
        name: body.file.name,
        content: new Uint8Array(await body.file.arrayBuffer()),
      }),
  }),

  configs.list({
    id: 'listDocumentConfigs',
    summary: 'List document configurations',
    filters: {
      custom: z
        .enum(['true', 'false'])
        .describe('`true`: only your own. `false`: only the catalog. Default: both.'),
      checkTypeSlug: text('slug'),
      sourceSlug: text('slug'),
    },
    ownFilters: ['custom'],
    where: madeByTenant,
  }),

  configs.get({ id: 'getDocumentConfig', summary: 'Get a document configuration' }),

  configs.create({
    id: 'createDocumentConfig',
    summary: 'Create a document configuration',
    body: CreateConfig,
    refuses: ['duplicate_resource', 'state_conflict'],
    run: createConfig,
  }),

  configs.change('change', {
    id: 'changeDocumentConfig',
    summary: 'Update a document configuration that you created',
    body: ChangeConfig,
    lock: lockConfig,
    run: changeConfig,
  }),

  readOperation({
    id: 'listVerificationSources',
    path: '/v1/verification-sources',
    summary: 'List issuing sources',
    input: {},
    returns: listOf(VerificationSource).meta({ id: 'VerificationSourceList' }),
    refuses: ['parameter_unknown'],
    handle: async (_input, { sql }) => wholeList((await listSources(sql)).map(sourceToWire)),
  }),
]);

/** The webhooks of document verifications, for the OpenAPI document. */
export const documentWebhooks: readonly DescribedWebhook[] = eventTypes
  .filter(({ scope }) => scope === 'integration')
  .map(({ type, meaning }) => ({ type, summary: meaning, body: DocumentVerificationEvent }));
