import { type Handlers, PermanentError } from '@screening-webhooks/core';
import type { ExpressFramework } from '@screening-webhooks/express';
import type { Clinicians, LicenseDecision } from './clinicians.js';

/** Saves the results of the screening service to this app's clinicians. The `externalId` of an event is the clinician's id. */
export function screeningHandlers(clinicians: Clinicians): Handlers<ExpressFramework> {
  async function decide(externalId: string, decision: LicenseDecision): Promise<void> {
    const clinician = await clinicians.decide(externalId, decision);
    // A storage error fails the delivery, and the service retries. A retry cannot help for a deleted clinician.
    if (!clinician) throw new PermanentError(`there is no clinician ${externalId}`);
  }

  return {
    'document_verification.completed': ({ id: eventId, data }) =>
      decide(data.externalId, {
        eventId,
        status: 'verified',
        verificationId: data.verificationId,
      }),

    // Not a failure: no source can verify the document, so that a person has to review the files.
    'document_verification.recorded': ({ id: eventId, data }) =>
      decide(data.externalId, {
        eventId,
        status: 'in_review',
        formData: data.formData,
        files: data.verificationFileUploads,
      }),

    'document_verification.failed': ({ id: eventId, data }) =>
      decide(data.externalId, {
        eventId,
        status: 'flagged',
        reason: data.errorMessage ?? 'no reason given',
      }),
  };
}
