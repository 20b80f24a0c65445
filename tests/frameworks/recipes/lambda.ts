import { webhook } from '@screening-webhooks/aws/lambda';

export const handler = webhook({
  secret: () => {
    const { SCREENING_SECRET } = process.env;
    if (!SCREENING_SECRET) throw new Error('SCREENING_SECRET is not set.');
    return SCREENING_SECRET;
  },
  handlers: {
    'document_verification.completed': ({ id, data }) => console.log(id, data.externalId),
  },
});
