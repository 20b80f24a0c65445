import { createReceiver } from '@screening-webhooks/core';

interface Context {
  readonly waitUntil: (work: Promise<unknown>) => void;
}

const receiver = createReceiver({
  secret: () => {
    const { SCREENING_SECRET } = process.env;
    if (!SCREENING_SECRET) throw new Error('SCREENING_SECRET is not set.');
    return SCREENING_SECRET;
  },
  handlers: {
    'document_verification.completed': ({ id, data }) => console.log(id, data.externalId),
  },
});

export default (request: Request, context: Context) =>
  receiver.fetch(request, { waitUntil: (work) => context.waitUntil(work) });

export const config = { path: '/webhooks/screening' };
