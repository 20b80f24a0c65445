import { RawBodyUnavailableError } from '@screening-webhooks/core';
import express, { type ErrorRequestHandler, type RequestHandler } from 'express';
import {
  deliverTo,
  eachIsNew,
  exactBytesSuite,
} from 'screening-webhooks-test-support/exact-bytes-suite';
import { postHook } from 'screening-webhooks-test-support/post-hook';
import { serve } from 'screening-webhooks-test-support/serve';
import { SECRET, signedHeaders } from 'screening-webhooks-test-support/signed';
import request from 'supertest';
import { describe, expect, it } from 'vitest';
import { keepRawBody, verifyWebhook, webhook } from '../src/index.js';

const arrangements: [name: string, before: RequestHandler][] = [
  ['express.raw()', express.raw({ type: 'application/json', limit: '2mb' })],
  ['express.json({ verify: keepRawBody })', express.json({ verify: keepRawBody, limit: '2mb' })],
  ['express.json() for another type', express.json({ type: 'application/vnd.api+json' })],
  [
    'a platform that keeps a Buffer (Firebase)',
    express.json({
      verify: (req, _res, rawBody) => void Object.assign(req, { rawBody }),
      limit: '2mb',
    }),
  ],
];

describe.each(arrangements)('behind %s', (_arrangement, before) => {
  exactBytesSuite(async () => {
    const { url } = await serve(express().use(before).post('/hooks', webhook(eachIsNew)));
    return deliverTo(`${url}/hooks`);
  });
});

describe('a body that a parser has consumed', () => {
  function appWithParser(route: RequestHandler) {
    const errors: unknown[] = [];
    const app = express();
    app.use(express.json());
    app.post('/hooks', route);
    const onError: ErrorRequestHandler = (error: Error, _req, res, _next) => {
      errors.push(error);
      res.status(500).json({ error: error.name });
    };
    app.use(onError);
    return { app, errors };
  }

  it.each([
    ['webhook', webhook(eachIsNew)],
    ['verifyWebhook', verifyWebhook({ secret: SECRET })],
  ])(
    '%s passes the named error, with the fix, to the app’s error handler',
    async (_name, route) => {
      const { app, errors } = appWithParser(route);
      const response = await postHook(app);
      expect([response.status, response.body]).toEqual([500, { error: 'RawBodyUnavailableError' }]);
      expect(errors[0]).toBeInstanceOf(RawBodyUnavailableError);
      expect(String(errors[0])).toMatch(/express.*keepRawBody/is);
    },
  );

  it('is answered by Express itself where the app has no error handler', async () => {
    const app = express();
    app.set('env', 'test');
    app.use(express.json());
    app.post('/hooks', webhook(eachIsNew));
    const response = await postHook(app);
    expect(response.status).toBe(500);
  });

  it('is not reported for a delivery without a signature', async () => {
    const { app, errors } = appWithParser(webhook(eachIsNew));
    const response = await postHook(app, '{}', { 'content-type': 'application/json' });
    expect(response.body).toEqual({ outcome: 'rejected', code: 'signature_header_missing' });
    expect(errors).toEqual([]);
  });
});

it('keepRawBody keeps the bytes of signed deliveries only', async () => {
  const app = express();
  app.use(express.json({ verify: keepRawBody }));
  app.post('/any', (req, res) => void res.json({ body: req.body, kept: 'rawBody' in req }));
  const plain = await request(app).post('/any').send({ a: 1 });
  expect(plain.body).toEqual({ body: { a: 1 }, kept: false });
  const signed = await request(app)
    .post('/any')
    .set(await signedHeaders('{}'))
    .send('{}');
  expect(signed.body).toEqual({ body: {}, kept: true });
});
