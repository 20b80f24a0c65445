import { createReceiver, type StandardSchemaV1, type WebhookEvent } from '@screening-webhooks/core';
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import { expectTypeOf, test } from 'vitest';
import { type FastifyFramework, verifyWebhook, webhook } from '../src/index.js';

const secret = 's';
const handlers = { '*': () => {} };
const prefix = '/hooks';

test('resolvers and handlers get the request and the reply of Fastify', () => {
  webhook({
    secret: ({ request, reply }) => {
      expectTypeOf(request).toEqualTypeOf<FastifyRequest>();
      expectTypeOf(reply).toEqualTypeOf<FastifyReply>();
      return request.hostname;
    },
    handlers: {
      '*': (_event, { framework }) =>
        expectTypeOf(framework).toEqualTypeOf<FastifyFramework | undefined>(),
    },
  });
});

test('registers in apps on HTTP, HTTPS and HTTP/2, and in plugins', () => {
  fastify().register(webhook({ secret, handlers }), { prefix, logLevel: 'warn' });
  fastify({ https: {} }).register(webhook({ secret, handlers }), { prefix });
  fastify({ http2: true }).register(webhook({ secret, handlers }), { prefix });
  fastify().register(async (scope: FastifyInstance) => {
    scope.register(webhook({ secret, handlers }), { prefix });
  });
});

test('is a plugin, not a handler', () => {
  // @ts-expect-error TS2769: no overload takes it as a handler
  fastify().post(prefix, webhook({ secret, handlers }));
});

test('takes a receiver, written for Fastify or for none', () => {
  webhook(createReceiver({ secret, handlers }));
  webhook(
    createReceiver({ secret: ({ request }: FastifyFramework) => request.hostname, handlers }),
  );
  // @ts-expect-error TS2345: a receiver for another framework
  webhook(createReceiver({ secret: (c: { env: { SECRET: string } }) => c.env.SECRET, handlers }));
});

test('an event type that does not exist does not compile', () => {
  webhook({
    secret,
    handlers: {
      // @ts-expect-error TS2561: recordedd
      'document_verification.recordedd': () => {},
    },
  });
});

const license: StandardSchemaV1<unknown, { number: string }> = {
  '~standard': { version: 1, vendor: 'test', validate: () => ({ value: { number: 'RN1' } }) },
};

test('a schema types the data in the handler', () => {
  webhook({
    secret,
    formData: { nursing: license },
    handlers: {
      'document_verification.completed': ({ data }) => {
        if (data.documentConfigSlug === 'nursing') {
          expectTypeOf(data.formData).toEqualTypeOf<{ number: string }>();
        }
      },
    },
  });
});

test('the event is typed behind verifyWebhook, and so are the request, the reply and `this`', () => {
  verifyWebhook({ secret }, function (request, reply) {
    expectTypeOf(this).toEqualTypeOf<FastifyInstance>();
    expectTypeOf(request.webhookEvent).toEqualTypeOf<WebhookEvent>();
    expectTypeOf(request.id).toEqualTypeOf<string>();
    expectTypeOf(reply).toEqualTypeOf<FastifyReply>();
  });
  verifyWebhook({ secret, formData: { nursing: license } }, async ({ webhookEvent }) => {
    if (webhookEvent.type !== 'document_verification.recorded') return;
    if (webhookEvent.data.documentConfigSlug !== 'nursing') return;
    expectTypeOf(webhookEvent.data.formData).toEqualTypeOf<{ number: string }>();
  });
});

test('verifyWebhook needs a handler', () => {
  // @ts-expect-error TS2554: expected 2 arguments
  verifyWebhook({ secret });
});
