import { app, type HttpHandler } from '@azure/functions';
import { createReceiver } from '@screening-webhooks/core';

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

export const handler: HttpHandler = async (request) => {
  const { status, headers, body } = await receiver.receive({
    method: request.method,
    header: (name) => request.headers.get(name),
    readBody: async () => new Uint8Array(await request.arrayBuffer()),
  });
  return { status, headers, body };
};

app.http('screening', {
  methods: ['POST'],
  authLevel: 'anonymous',
  route: 'webhooks/screening',
  handler,
});
