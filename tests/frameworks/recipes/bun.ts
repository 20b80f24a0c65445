import { createReceiver } from '@screening-webhooks/core';

const { SCREENING_SECRET, PORT = '3000' } = process.env;
if (!SCREENING_SECRET) throw new Error('SCREENING_SECRET is not set.');

const receiver = createReceiver({
  secret: SCREENING_SECRET,
  handlers: {
    'document_verification.completed': ({ id, data }) => console.log(id, data.externalId),
  },
});

export const server = Bun.serve({
  port: Number(PORT),
  routes: { '/webhooks/screening': (request) => receiver.fetch(request) },
  fetch: () => new Response('Not found', { status: 404 }),
});

process.once('SIGTERM', async () => {
  await receiver.drain();
  await server.stop();
});
