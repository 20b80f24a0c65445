import { type Handlers, PermanentError } from '@screening-webhooks/core';
import type { Context } from 'koa';
import type { Credentials, Standing } from './credentials.js';

/** Writes what the screening service found out to this app's credentials; the `externalId` of its events is our reference. */
export function screeningHandlers(credentials: Credentials): Handlers<Context> {
  async function decide(reference: string, standing: Standing): Promise<void> {
    // Storage that fails throws, and the service delivers again. A license that is gone will not be back by then.
    if (!(await credentials.standingOf(reference))) {
      throw new PermanentError(`there is no license ${reference}`);
    }
    await credentials.save(reference, standing);
  }

  return {
    'document_verification.completed': ({ data }) => decide(data.externalId, 'verified'),
    // Not a failure: there is no source to ask, so a person has to look at the files.
    'document_verification.recorded': ({ data }) => decide(data.externalId, 'in_review'),
    'document_verification.failed': ({ data }) => decide(data.externalId, 'rejected'),
  };
}
