import { createServer } from 'node:http';
import { createReceiver } from '@screening-webhooks/core';
import { listener } from '@screening-webhooks/core/node';

const { SCREENING_SECRET, PORT = '8080' } = process.env;
if (!SCREENING_SECRET) throw new Error('SCREENING_SECRET is not set.');

const receiver = createReceiver({
  secret: SCREENING_SECRET,
  handlers: {
    'document_verification.completed': ({ id, data }) => console.log(id, data.externalId),
  },
});

export const server = createServer(listener(receiver, { path: '/webhooks/screening' }));
server.listen(Number(PORT), '0.0.0.0');

// Fly sends SIGINT before it stops a machine.
process.once('SIGINT', async () => {
  server.close();
  await receiver.drain({ timeout: 4000 });
  process.exit();
});
