import { createReceiver } from '@screening-webhooks/core';
import { licenses } from '#licenses';

const receiver = createReceiver({
  // A function, because `next build` loads this file, possibly without the secret.
  secret: () => {
    const { SCREENING_SECRET } = process.env;
    // An error is answered 503 and logged. Undefined would be answered 401, like a wrong secret, without a reason.
    if (!SCREENING_SECRET) throw new Error('SCREENING_SECRET is not set.');
    return SCREENING_SECRET;
  },
  handlers: {
    'document_verification.completed': ({ data }) => licenses.decide(data.externalId, 'verified'),
    'document_verification.recorded': ({ data }) => licenses.decide(data.externalId, 'in_review'),
    'document_verification.failed': ({ data }) => licenses.decide(data.externalId, 'flagged'),
  },
  observe: ({ event, outcome }) => console.log('screening', event?.id, outcome),
});

/** Receives the deliveries of the service. Next.js answers 405 to methods that are not exported. */
export const POST = receiver.fetch;
