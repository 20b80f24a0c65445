import { z } from 'zod';
import { collection } from '../../http/collection.js';
import { tagged } from '../../http/operation.js';
import { text } from '../../limits/bounded.js';
import { cancelVerification } from './cancel-verification.js';
import { createVerification } from './create-verification.js';
import { verificationRecords, withReference } from './records.js';
import { verificationStates, verificationStatuses } from './states.js';
import { submitVerification } from './submit-verification.js';
import { verificationToWire } from './to-wire.js';
import { CreateVerification, DocumentVerification, SubmitVerification } from './wire.js';

const verifications = collection({
  path: '/v1/document-verifications',
  param: 'verificationId',
  of: verificationRecords,
  item: DocumentVerification,
  states: verificationStates,
  toWire: (rows, { urls, now }) => rows.map((row) => verificationToWire(row, urls, now)),
});

export const verificationOperations = tagged('Document verification', [
  verifications.list({
    id: 'listDocumentVerifications',
    summary: 'List document verifications',
    shown: true,
    filters: {
      externalId: text('reference').describe('Your own reference.'),
      integrationId: text('id'),
      status: z.enum(verificationStatuses),
      documentConfigSlug: text('slug'),
    },
    ownFilters: ['externalId'],
    where: withReference,
  }),

  verifications.get({ id: 'getDocumentVerification', summary: 'Get a document verification' }),

  verifications.create({
    id: 'createDocumentVerification',
    summary: 'Verify a document',
    body: CreateVerification,
    refuses: ['resource_not_found', 'state_conflict', 'unsupported_state'],
    run: createVerification,
  }),

  verifications.act('submit', {
    id: 'submitDocumentVerification',
    summary: 'Submit the fields and files of a document',
    body: SubmitVerification,
    run: submitVerification,
  }),

  verifications.act('cancel', {
    id: 'cancelDocumentVerification',
    summary: 'Cancel a document verification',
    run: cancelVerification,
  }),
]);
