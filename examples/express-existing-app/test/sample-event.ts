import type { DocumentVerification, EventEnvelope } from '@screening-webhooks/core';

/** The values of a sample event; the rest of its record is the same for every sample. */
export interface Sample {
  readonly id: string;
  /** The last part of the event type: `completed` for `document_verification.completed`. */
  readonly about: string;
  /** Id of the clinician. */
  readonly clinician: string;
}

/** A complete document verification event, with all 17 fields of its record. */
export function sampleEvent({ id, about, clinician }: Sample): EventEnvelope {
  const verified = about === 'completed';
  const data: DocumentVerification = {
    verificationId: `ver_${id}`,
    externalId: clinician,
    integrationId: 'int_clinic',
    sessionId: `ses_${id}`,
    sessionReference: `clinic-${clinician}`,
    documentConfigSlug: 'nursing-license',
    checkTypeSlug: 'license-check',
    state: 'CA',
    status: verified ? 'VERIFIED' : about.toUpperCase(),
    verified,
    formData: { licenseNumber: 'RN 480 113', expiresOn: '2031-06-30' },
    verificationFileUploads: ['https://files.example/front.jpg', 'https://files.example/back.jpg'],
    errorMessage: about === 'failed' ? 'The source has no such license number.' : null,
    attemptCount: 1,
    metadata: { ward: 'B2' },
    createdAt: '2031-01-15T09:30:00.000Z',
    completedAt: '2031-01-15T09:31:12.000Z',
  };
  return { id, type: `document_verification.${about}`, created: '2031-01-15T09:31:12.400Z', data };
}
