import { PassThrough } from 'node:stream';
import { RawBodyUnavailableError } from '@screening-webhooks/core';
import { type FastifyInstance, type FastifyPluginAsync, fastify } from 'fastify';
import {
  type DeliverBody,
  deliverTo,
  eachIsNew,
  exactBytesSuite,
} from 'screening-webhooks-test-support/exact-bytes-suite';
import { eventBody, SECRET } from 'screening-webhooks-test-support/signed';
import { describe, expect, it } from 'vitest';
import { verifyWebhook, webhook } from '../src/index.js';
import { serveApp } from './support/serve-app.js';

const event = eventBody();
const prefix = '/hooks';

async function readAll(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

type Arrange = (app: FastifyInstance) => void;

/** Apps that keep the exact bytes. */
const exact: [name: string, arrange: Arrange][] = [
  [
    'parsers of the app for the same type and for all types',
    (app) => {
      app.addContentTypeParser(/^application\/.*json/, { parseAs: 'string' }, async () => ({}));
      app.addContentTypeParser('*', { parseAs: 'buffer' }, async () => ({}));
    },
  ],
  [
    'hooks that wait',
    (app) => {
      app.addHook('onRequest', async () => new Promise((resolve) => setImmediate(resolve)));
      app.addHook('preHandler', async () => new Promise((resolve) => setImmediate(resolve)));
    },
  ],
  [
    'a preParsing hook that keeps the bytes and passes a new stream on',
    (app) =>
      app.addHook('preParsing', async (request, _reply, payload) => {
        const rawBody = await readAll(payload);
        Object.assign(request, { rawBody });
        return new PassThrough().end(rawBody);
      }),
  ],
  [
    'middleware or a platform that keeps the bytes on the request of Node',
    (app) =>
      app.addHook('onRequest', async ({ raw }) => {
        Object.assign(raw, { rawBody: await readAll(raw), body: {} });
      }),
  ],
  [
    'middleware for raw bodies',
    (app) =>
      app.addHook('onRequest', async ({ raw }) => {
        Object.assign(raw, { body: await readAll(raw) });
      }),
  ],
  [
    'a hook for each route that does not opt out, as fastify-raw-body adds it',
    (app) =>
      app.addHook('onRoute', (route) => {
        if (Reflect.get(route.config ?? {}, 'rawBody') === false) return;
        route.preParsing = async (request, _reply, payload) => {
          Object.assign(request, { rawBody: String(await readAll(payload)) });
          return payload;
        };
      }),
  ],
];

/** Apps that lose the bytes. */
const losing: [name: string, arrange: Arrange][] = [
  [
    'a preParsing hook that reads the body and passes a new stream on',
    (app) =>
      app.addHook('preParsing', async (_request, _reply, payload) =>
        new PassThrough().end(await readAll(payload)),
      ),
  ],
  [
    'a JSON parser as middleware',
    (app) =>
      app.addHook('onRequest', async ({ raw }) => {
        Object.assign(raw, { body: JSON.parse(String(await readAll(raw))) });
      }),
  ],
  [
    'a hook that keeps text',
    (app) =>
      app.addHook('preHandler', async (request) => {
        Object.assign(request, { rawBody: String(await readAll(request.raw)) });
      }),
  ],
];

const hook = () => webhook(eachIsNew);

function appWith(arrange: Arrange, plugin: FastifyPluginAsync = hook()) {
  const app = fastify();
  arrange(app);
  app.register(plugin, { prefix });
  return app;
}

async function serving(app: FastifyInstance): Promise<DeliverBody> {
  const { url } = await serveApp(app);
  return deliverTo(url + prefix);
}

describe.each(exact)('%s', (_name, arrange) => {
  exactBytesSuite(() => serving(appWith(arrange)));
});

describe.each(losing)('%s', (_name, arrange) => {
  it.each([
    ['webhook', hook],
    ['verifyWebhook', () => verifyWebhook({ secret: SECRET }, async () => 'verified')],
  ])('%s passes the named error, with the fix, to the app’s error handler', async (_n, create) => {
    const errors: unknown[] = [];
    const app = appWith(arrange, create());
    app.setErrorHandler<Error>((error, _request, reply) => {
      errors.push(error);
      reply.code(500).send({ error: error.name });
    });
    expect(await (await serving(app))(event)).toEqual({
      status: 500,
      text: '{"error":"RawBodyUnavailableError"}',
    });
    expect(errors).toEqual([expect.any(RawBodyUnavailableError)]);
    expect(String(errors[0])).toMatch(/in fastify.*preParsing.*rawBody/is);
  });

  it('is answered by Fastify itself where the app has no error handler', async () => {
    expect((await (await serving(appWith(arrange)))(event)).status).toBe(500);
  });

  it('is not reported for a delivery without a signature', async () => {
    const { text } = await (await serving(appWith(arrange)))('{}', { 'service-signature': '' });
    expect(text).toBe('{"outcome":"rejected","code":"signature_header_missing"}');
  });
});

it('the bodyLimit of the app and of the scope is not the limit of deliveries, maxBodyBytes is', async () => {
  const app = fastify({ bodyLimit: 10 });
  app.register(hook(), { prefix });
  expect((await (await serving(app))(event)).status).toBe(200);
});
