import { webhook } from '@screening-webhooks/fastify';
import { fastify } from 'fastify';

const { SCREENING_SECRET, PORT = '3000' } = process.env;
if (!SCREENING_SECRET) throw new Error('SCREENING_SECRET is not set.');

export const app = fastify();

app.register(
  webhook({
    secret: SCREENING_SECRET,
    handlers: {
      'document_verification.completed': ({ id, data }) => console.log(id, data.externalId),
    },
  }),
  { prefix: '/webhooks/screening' },
);

await app.listen({ port: Number(PORT), host: '::' });
