import { gzipSync } from 'node:zlib';
import { RawBodyUnavailableError } from '@screening-webhooks/core';
import type { ErrorRequestHandler, RequestHandler } from 'express';
import request from 'supertest';
import { describe, expect, it } from 'vitest';
import { bytes, exactBodies } from '../../testing/test/support/exact-bodies.js';
import { serve } from '../../testing/test/support/serve.js';
import { eventBody, SECRET, signedHeaders } from '../../testing/test/support/signed.js';
import { keepRawBody, verifyWebhook, webhook } from '../src/index.js';
import { expressVersions } from './support/express-versions.js';

const event = eventBody();
describe.each(expressVersions)('%s', (_version, express) => {
  const hook = () => webhook({ secret: SECRET, handlers: { '*': () => {} } });

  const arrangements: [name: string, before: RequestHandler | undefined][] = [
    ['no parser', undefined],
    ['express.raw() first', express.raw({ type: 'application/json', limit: '2mb' })],
    [
      'express.json({ verify: keepRawBody }) first',
      express.json({ verify: keepRawBody, limit: '2mb' }),
    ],
    ['express.json() for another type first', express.json({ type: 'application/vnd.api+json' })],
  ];

  describe.each(arrangements)('%s', (_arrangement, before) => {
    function app() {
      const server = express();
      if (before) server.use(before);
      server.post('/hooks', hook());
      return server;
    }

    it.each(exactBodies)('%s arrives byte for byte', async (_name, body, outcome) => {
      const { url } = await serve(app());
      const headers = await signedHeaders(body);
      const response = await fetch(`${url}/hooks`, {
        method: 'POST',
        headers,
        body: new Uint8Array(body),
      });
      const answer: unknown = await response.json();
      expect(answer).toEqual(
        outcome === 'processed' ? { outcome } : { outcome: 'rejected', code: outcome },
      );
    });

    it('one flipped bit is a mismatch', async () => {
      const changed = bytes(event.replace('RN1', 'SN1'));
      const response = await request(app())
        .post('/hooks')
        .set(await signedHeaders(event))
        .send(changed.toString());
      expect(response.body).toEqual({ outcome: 'rejected', code: 'signature_mismatch' });
    });

    it('gzip is 415, also where a parser would inflate it', async () => {
      const { url } = await serve(app());
      const headers = { ...(await signedHeaders(event)), 'content-encoding': 'gzip' };
      const response = await fetch(`${url}/hooks`, {
        method: 'POST',
        headers,
        body: gzipSync(event),
      });
      expect(await response.json()).toEqual({ outcome: 'rejected', code: 'unsupported_encoding' });
    });

    it('over the limit is 413', async () => {
      const { url } = await serve(app());
      const body = event.padEnd(1_048_577);
      const response = await fetch(`${url}/hooks`, {
        method: 'POST',
        headers: await signedHeaders(body),
        body,
      });
      expect(response.status).toBe(413);
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
      ['webhook', hook()],
      ['verifyWebhook', verifyWebhook({ secret: SECRET })],
    ])(
      '%s passes the named error, with the fix, to the app’s error handler',
      async (_name, route) => {
        const { app, errors } = appWithParser(route);
        const response = await request(app)
          .post('/hooks')
          .set(await signedHeaders(event))
          .send(event);
        expect([response.status, response.body]).toEqual([
          500,
          { error: 'RawBodyUnavailableError' },
        ]);
        expect(errors[0]).toBeInstanceOf(RawBodyUnavailableError);
        expect(String(errors[0])).toMatch(/express.*keepRawBody/is);
      },
    );

    it('is answered by Express itself where the app has no error handler', async () => {
      const app = express();
      app.set('env', 'test');
      app.use(express.json());
      app.post('/hooks', hook());
      const response = await request(app)
        .post('/hooks')
        .set(await signedHeaders(event))
        .send(event);
      expect(response.status).toBe(500);
    });

    it('is not reported for a delivery without a signature', async () => {
      const { app, errors } = appWithParser(hook());
      const response = await request(app)
        .post('/hooks')
        .set('content-type', 'application/json')
        .send('{}');
      expect(response.body).toEqual({ outcome: 'rejected', code: 'signature_header_missing' });
      expect(errors).toEqual([]);
    });
  });

  it('a Buffer that the platform kept (Firebase) is used', async () => {
    const app = express();
    app.use(
      express.json({ verify: (req, _res, buffer) => Object.assign(req, { rawBody: buffer }) }),
    );
    app.post('/hooks', hook());
    const response = await request(app)
      .post('/hooks')
      .set(await signedHeaders(event))
      .send(event);
    expect(response.status).toBe(200);
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
});
