import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { documentVerifications } from '../../db/schema/index.js';
import { isWithin, matches, withoutPage } from '../../http/filter.js';
import { found } from '../../http/find.js';
import { Instant } from '../../http/instant.js';
import { ofIntegration } from '../../http/of-integration.js';
import { changeOperation, readOperation, tagged } from '../../http/operation.js';
import { listOf, page, pageQuery, pageRange, rowsIn } from '../../http/paging.js';
import { inTenant } from '../../kernel/scope.js';
import { text } from '../../limits/bounded.js';
import { cancelVerification } from './cancel-verification.js';
import { createVerification } from './create-verification.js';
import { findVerification, selectVerifications } from './find-verification.js';
import { verificationStates, verificationStatuses } from './states.js';
import { submitVerification } from './submit-verification.js';
import { verificationToWire } from './to-wire.js';
import { CreateVerification, DocumentVerification, SubmitVerification } from './wire.js';

const params = z.object({ verificationId: text('id') });

const list = readOperation({
  id: 'listDocumentVerifications',
  path: '/v1/document-verifications',
  summary: 'List document verifications',
  shown: true,
  input: {
    query: z.strictObject({
      ...pageQuery,
      externalId: text('reference').optional().describe('Your own reference.'),
      integrationId: text('id').optional(),
      status: z.enum(verificationStatuses).optional(),
      documentConfigSlug: text('slug').optional(),
      createdAfter: Instant.optional(),
      createdBefore: Instant.optional(),
    }),
  },
  returns: listOf(DocumentVerification).meta({ id: 'DocumentVerificationList' }),
  async handle({ query }, { sql, scope, urls, now }) {
    const filter = withoutPage(query);
    const table = documentVerifications;
    const range = pageRange(table.seq, query, filter, table.createdAt);
    const { externalId, integrationId, status, documentConfigSlug } = filter;
    const where = and(
      await ofIntegration(sql, table, scope, integrationId),
      externalId === undefined
        ? undefined
        : and(inTenant(table, scope), eq(table.externalId, externalId)),
      matches(table, { status, documentConfigSlug }),
      isWithin(table.createdAt, filter),
    );
    const rows = await rowsIn(selectVerifications(sql), range, where);
    const placed = rows.map((row) => {
      const { seq, createdAt: created } = row.verification;
      return { ...row, seq, created };
    });
    return page(placed, query, filter, (row) => verificationToWire(row, urls, now));
  },
});

const get = readOperation({
  id: 'getDocumentVerification',
  path: '/v1/document-verifications/{verificationId}',
  summary: 'Get a document verification',
  input: { params },
  returns: DocumentVerification,
  async handle({ params: { verificationId } }, { sql, scope, urls, now }) {
    const rows = await findVerification(sql, scope, verificationId);
    return verificationToWire(found(rows, 'document verification', verificationId), urls, now);
  },
});

const create = changeOperation({
  id: 'createDocumentVerification',
  method: 'POST',
  path: '/v1/document-verifications',
  summary: 'Verify a document',
  input: { body: CreateVerification },
  status: 201,
  returns: DocumentVerification,
  refuses: ['resource_not_found', 'state_conflict', 'unsupported_state'],
  async handle({ body }, context) {
    return verificationToWire(await createVerification(context, body), context.urls, context.now);
  },
});

const submit = changeOperation({
  id: 'submitDocumentVerification',
  method: 'POST',
  path: '/v1/document-verifications/{verificationId}/submit',
  summary: 'Submit the fields and files of a document',
  input: { params, body: SubmitVerification },
  returns: DocumentVerification,
  refuses: ['state_conflict'],
  allowedWhen: { status: verificationStates.actions.submit.from },
  guard: verificationStates.actions.submit.guard,
  async handle({ params: { verificationId }, body }, context) {
    const row = await submitVerification(context, verificationId, body);
    return verificationToWire(row, context.urls, context.now);
  },
});

const cancel = changeOperation({
  id: 'cancelDocumentVerification',
  method: 'POST',
  path: '/v1/document-verifications/{verificationId}/cancel',
  summary: 'Cancel a document verification',
  input: { params },
  returns: DocumentVerification,
  refuses: ['state_conflict'],
  allowedWhen: { status: verificationStates.actions.cancel.from },
  async handle({ params: { verificationId } }, context) {
    const row = await cancelVerification(context, verificationId);
    return verificationToWire(row, context.urls, context.now);
  },
});

export const verificationOperations = tagged('Document verification', [
  list,
  get,
  create,
  submit,
  cancel,
]);
