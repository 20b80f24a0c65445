import { type Handlers, PermanentError } from '@screening-webhooks/core';
import type { ExpressFramework } from '@screening-webhooks/express';
import type { Clinicians, LicenseDecision } from './clinicians.js';

/** Writes what the screening service found out to this app's clinicians; their ids are the `externalId` of its events. */
export function screeningHandlers(clinicians: Clinicians): Handlers<ExpressFramework> {
  async function decide(externalId: string, decision: LicenseDecision): Promise<void> {
    const clinician = await clinicians.decide(externalId, decision);
    // Storage that fails throws, and the service delivers again. Somebody who is gone will not be back by then.
    if (!clinician) throw new PermanentError(`there is no clinician ${externalId}`);
  }

  return {
    'document_verification.completed': ({ id: eventId, data }) =>
      decide(data.externalId, {
        eventId,
        status: 'verified',
        verificationId: data.verificationId,
      }),

    // Not a failure: there is no source to ask, so a person has to look at the files.
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
