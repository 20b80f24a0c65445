import { type Handlers, PermanentError } from '@screening-webhooks/core';
import type { Context } from 'koa';
import type { Credentials, LicenseStatus } from './credentials.js';

/** Saves the results of the screening service to this app's credentials. The `externalId` of an event is the reference. */
export function screeningHandlers(credentials: Credentials): Handlers<Context> {
  async function decide(reference: string, status: LicenseStatus): Promise<void> {
    // A storage error fails the delivery, and the service retries. A retry cannot help for a deleted license.
    if (!(await credentials.statusOf(reference))) {
      throw new PermanentError(`there is no license ${reference}`);
    }
    await credentials.save(reference, status);
  }

  return {
    'document_verification.completed': ({ data }) => decide(data.externalId, 'verified'),
    // Not a failure: no source can verify the document, so that a person has to review the files.
    'document_verification.recorded': ({ data }) => decide(data.externalId, 'in_review'),
    'document_verification.failed': ({ data }) => decide(data.externalId, 'rejected'),
  };
}
