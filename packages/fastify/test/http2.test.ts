import { fastify } from 'fastify';
import { http2Suite } from 'screening-webhooks-test-support/http2-suite';
import { SECRET } from 'screening-webhooks-test-support/signed';
import { webhook } from '../src/index.js';

http2Suite(async (options) => {
  const app = fastify({ http2: true });
  app.register(webhook({ secret: SECRET, handlers: { '*': () => {} }, ...options }), {
    prefix: '/hooks',
  });
  await app.listen({ port: 0 });
  return { server: app.server, stop: () => void app.close() };
});
