import { createRequire } from 'node:module';
import { buffer } from 'node:stream/consumers';
import type { FastifyInstance, fastify } from 'fastify';
import { olderVersionSuite } from 'screening-webhooks-test-support/older-version-suite';
import { SECRET } from 'screening-webhooks-test-support/signed';
import { describe } from 'vitest';
import { verifyWebhook, webhook } from '../src/index.js';
import { startApp } from './support/serve-app.js';

// The suite takes one type of app, so this one has the types of Fastify 5.
const { fastify: fastify4 }: { fastify: typeof fastify } = createRequire(import.meta.url)(
  'fastify4',
);

const before = {
  unread: () => {},
  kept: (app: FastifyInstance) => {
    app.addHook('onRequest', async (request) => {
      Object.assign(request, { rawBody: await buffer(request.raw) });
    });
  },
  lost: (app: FastifyInstance) => {
    app.addHook('onRequest', async ({ raw }) => void (await buffer(raw)));
  },
};

describe('Fastify 4', () => {
  olderVersionSuite((receiver, body) => {
    const app = fastify4();
    before[body](app);
    app.setErrorHandler<Error>((error, _request, reply) => reply.code(500).send(error.name));
    app.register(webhook(receiver), { prefix: '/hooks' });
    const verified = verifyWebhook({ secret: SECRET, observe: false }, async (request, reply) =>
      reply.code(202).send(request.webhookEvent.id),
    );
    app.register(verified, { prefix: '/verified' });
    return startApp(app);
  });
});
