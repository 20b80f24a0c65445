import { createReceiver } from '@screening-webhooks/core';
import express, { type ErrorRequestHandler } from 'express';
import { postHook } from 'screening-webhooks-test-support/post-hook';
import { eventBody, SECRET, signedHeaders } from 'screening-webhooks-test-support/signed';
import request from 'supertest';
import { expect, it } from 'vitest';
import { webhook } from '../src/index.js';

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
