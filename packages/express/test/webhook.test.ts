import { createRequire } from 'node:module';
import { createReceiver } from '@screening-webhooks/core';
import express, { type ErrorRequestHandler, type RequestHandler } from 'express';
import { postHook } from 'screening-webhooks-test-support/post-hook';
import { eventBody, SECRET, signedHeaders } from 'screening-webhooks-test-support/signed';
import request from 'supertest';
import { describe, expect, it, vi } from 'vitest';
import { verifyWebhook, webhook } from '../src/index.js';

const express4: typeof express = createRequire(import.meta.url)('express4');

it('gives the handler the request, and the response before its answer', async () => {
  const seen: unknown[] = [];
  const record = webhook({
    secret: SECRET,
    handlers: {
      '*': ({ id }, { framework }) =>
        void seen.push(id, framework?.req.originalUrl, framework?.res.headersSent),
    },
  });
  const { headers } = await postHook(express().use('/hooks', record));
  expect(headers['content-length']).toBe('23');
  expect(seen).toEqual(['evt_1', '/hooks', false]);
});

it('has the receiver that it was given, or the one that it has built, which drains', async () => {
  const receiver = createReceiver({ secret: SECRET, handlers: { '*': () => {} } });
  expect(webhook(receiver).receiver).toBe(receiver);
  const built = webhook({ secret: SECRET, handlers: { '*': () => {} } });
  const app = express().post('/hooks', built);
  expect((await postHook(app)).status).toBe(200);
  await built.receiver.drain();
  expect((await postHook(app)).status).toBe(503);
});

it('works on a Router under a path, with parameters for the resolver', async () => {
  const router = express.Router({ mergeParams: true });
  router.post(
    '/incoming',
    webhook({
      secret: ({ req }) => (req.params['tenant'] === 'acme' ? SECRET : undefined),
      handlers: { '*': () => {} },
    }),
  );
  const app = express();
  app.use('/t/:tenant', router);
  const body = eventBody();
  const headers = await signedHeaders(body);
  expect((await request(app).post('/t/acme/incoming').set(headers).send(body)).status).toBe(200);
  expect((await request(app).post('/t/other/incoming').set(headers).send(body)).status).toBe(401);
});

it('invariant 14: writes nothing when something else has answered', async () => {
  const app = express();
  app.use((_req, res, next) => {
    next();
    res.status(504).send('gateway timeout');
  });
  app.post('/hooks', webhook({ secret: SECRET, handlers: { '*': () => {} } }));
  const response = await postHook(app);
  expect([response.status, response.text]).toEqual([504, 'gateway timeout']);
});

it('tells the observer of a failed handler, not the app', async () => {
  const errors: unknown[] = [];
  const onError: ErrorRequestHandler = (error, _req, _res, next) => {
    errors.push(error);
    next(error);
  };
  const failing = { '*': () => Promise.reject(new Error('handler')) };
  const app = express().use(webhook({ secret: SECRET, handlers: failing }), onError);
  expect((await postHook(app)).status).toBe(500);
  expect(errors).toEqual([]);
});

describe.each([
  ['Express 5', express],
  ['Express 4', express4],
])('in %s', (_version, create) => {
  const silent = { secret: SECRET, observe: false } as const;
  const receive = () => webhook({ ...silent, handlers: { '*': () => {} } });
  const silence = () => vi.spyOn(console, 'warn').mockImplementation(() => {});

  it.each<[string, RequestHandler, (handler: RequestHandler) => ReturnType<typeof express>]>([
    ['webhook', receive(), (handler) => create().use(handler)],
    ['webhook', receive(), (handler) => create().use('/', create.Router().use(handler))],
    ['verifyWebhook', verifyWebhook(silent), (handler) => create().use(handler)],
  ])('says once that %s() is mounted without a path', async (name, handler, mount) => {
    const warn = silence();
    const app = mount(handler).use((_req, res) => void res.sendStatus(200));
    // It receives deliveries, and is silent while all requests have one path: the app may compare it.
    expect((await postHook(app)).status).toBe(200);
    await request(app).get('/hooks?a=1').expect(405);
    await postHook(app, '{}', { ...(await signedHeaders('')) });
    expect(warn).not.toHaveBeenCalled();
    await request(app).post('/login?token=secret').send('a=1').expect(415);
    await request(app).get('/').expect(405);
    expect(warn.mock.calls).toEqual([
      [
        `[screening-webhooks] ${name}() has no path, and refuses other requests of the app. Mount it at its path.`,
      ],
    ]);
  });

  it('says so at the first GET of the root', async () => {
    const warn = silence();
    await request(create().use(receive())).get('/').expect(405);
    expect(warn).toHaveBeenCalledTimes(1);
  });

  it.each<[string, (handler: RequestHandler) => ReturnType<typeof express>]>([
    ['post', (handler) => create().post('/hooks', handler)],
    ['all', (handler) => create().all(/^\/hooks/, handler)],
    ['use', (handler) => create().use('/hooks', handler)],
    ['use of a Router', (handler) => create().use('/hooks', create.Router().use(handler))],
    ['post of a Router', (handler) => create().use(create.Router().post('/hooks', handler))],
    ['use of an app', (handler) => create().use('/hooks', create().use(handler))],
    [
      'a comparison',
      (handler) =>
        create().use((req, res, next) =>
          req.path === '/hooks' ? handler(req, res, next) : next(),
        ),
    ],
  ])('says nothing of a handler that is mounted by %s', async (_by, mount) => {
    const warn = silence();
    for (const handler of [receive(), verifyWebhook(silent)]) {
      const app = mount(handler);
      for (const path of ['/hooks?a=1', '/hooks/deeper', '/', '/login']) {
        await request(app).get(path);
        await request(app).post(path).send('a=1');
      }
    }
    expect(warn).not.toHaveBeenCalled();
  });
});
