import { z } from 'zod';
import { found } from '../api/find.js';
import { Instant } from '../api/instant.js';
import { changeOperation, readOperation } from '../api/operation.js';
import { listOf, page, pageQuery, pageRange } from '../api/paging.js';
import { documentVerifications } from '../store/schema/index.js';
import {
  cancelVerification,
  createVerification,
  submitVerification,
} from './create-verification.js';
import { findVerification, listVerifications, toRecord } from './queries.js';
import { verificationStates, verificationStatuses } from './states.js';
import { CreateVerification, DocumentVerification, SubmitVerification } from './wire.js';

const tag = 'Document verification';
const params = z.object({ verificationId: z.string() });

const list = readOperation({
  id: 'listDocumentVerifications',
  path: '/v1/document-verifications',
  tag,
  summary: 'List document verifications',
  scopes: ['full_access'],
  shown: true,
  input: {
    query: z.strictObject({
      ...pageQuery,
      externalId: z.string().optional().describe('Your own reference.'),
      integrationId: z.string().optional(),
      status: z.enum(verificationStatuses).optional(),
      documentConfigSlug: z.string().optional(),
      createdAfter: Instant.optional(),
      createdBefore: Instant.optional(),
    }),
  },
  status: 200,
  returns: listOf(DocumentVerification).meta({ id: 'DocumentVerificationList' }),
  refuses: ['cursor_invalid', 'parameter_unknown'],
  async handle({ query }, { sql, scope, urls, now }) {
    const { limit: _limit, cursor: _cursor, ...filter } = query;
    const table = documentVerifications;
    const range = pageRange(table.seq, query, filter, table.createdAt);
    const rows = await listVerifications(sql, scope, filter, range);
    const placed = rows.map((row) => {
      const { seq, createdAt: created } = row.verification;
      return { ...row, seq, created };
    });
    return page(placed, query, filter, (row) => toRecord(row, urls, now));
  },
});

const get = readOperation({
  id: 'getDocumentVerification',
  path: '/v1/document-verifications/{verificationId}',
  tag,
  summary: 'Get a document verification',
  scopes: ['full_access'],
  shown: false,
  input: { params },
  status: 200,
  returns: DocumentVerification,
  refuses: ['resource_not_found'],
  async handle({ params: { verificationId } }, { sql, scope, urls, now }) {
    const rows = await findVerification(sql, scope, verificationId);
    return toRecord(found(rows, 'document verification', verificationId), urls, now);
  },
});

const create = changeOperation({
  id: 'createDocumentVerification',
  method: 'POST',
  path: '/v1/document-verifications',
  tag,
  summary: 'Verify a document',
  scopes: ['full_access'],
  shown: false,
  input: { body: CreateVerification },
  status: 201,
  returns: DocumentVerification,
  refuses: ['resource_not_found', 'state_conflict', 'unsupported_state'],
  async handle({ body }, context) {
    return toRecord(await createVerification(context, body), context.urls, context.now);
  },
});

const submit = changeOperation({
  id: 'submitDocumentVerification',
  method: 'POST',
  path: '/v1/document-verifications/{verificationId}/submit',
  tag,
  summary: 'Submit the fields and files of a document',
  scopes: ['full_access'],
  shown: false,
  input: { params, body: SubmitVerification },
  status: 200,
  returns: DocumentVerification,
  refuses: ['resource_not_found', 'state_conflict'],
  allowedWhen: { status: verificationStates.submit.from },
  guard: verificationStates.submit.guard,
  async handle({ params: { verificationId }, body }, context) {
    const row = await submitVerification(context, verificationId, body);
    return toRecord(row, context.urls, context.now);
  },
});

const cancel = changeOperation({
  id: 'cancelDocumentVerification',
  method: 'POST',
  path: '/v1/document-verifications/{verificationId}/cancel',
  tag,
  summary: 'Cancel a document verification',
  scopes: ['full_access'],
  shown: false,
  input: { params },
  status: 200,
  returns: DocumentVerification,
  refuses: ['resource_not_found', 'state_conflict'],
  allowedWhen: { status: verificationStates.cancel.from },
  async handle({ params: { verificationId } }, context) {
    const row = await cancelVerification(context, verificationId);
    return toRecord(row, context.urls, context.now);
  },
});

export const verificationOperations = [list, get, create, submit, cancel];
