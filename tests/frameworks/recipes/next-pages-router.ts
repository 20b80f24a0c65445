import { createReceiver } from '@screening-webhooks/core';
import { listener } from '@screening-webhooks/core/node';

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

export const config = { api: { bodyParser: false } };

export default listener(receiver);
