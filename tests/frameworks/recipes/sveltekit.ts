import { createReceiver } from '@screening-webhooks/core';
import { env } from '$env/dynamic/private';

const receiver = createReceiver({
  secret: () => {
    const { SCREENING_SECRET } = env;
    if (!SCREENING_SECRET) throw new Error('SCREENING_SECRET is not set.');
    return SCREENING_SECRET;
  },
  handlers: {
    'document_verification.completed': ({ id, data }) => console.log(id, data.externalId),
  },
});

export const POST = ({ request }: { request: Request }) => receiver.fetch(request);
