import { createReceiver } from '@screening-webhooks/core';
import type { ActionFunctionArgs } from 'react-router';

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

export const action = ({ request }: ActionFunctionArgs) => receiver.fetch(request);
