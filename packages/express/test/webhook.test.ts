import { createReceiver, type ReceiverOptions } from '@screening-webhooks/core';
import type { ErrorRequestHandler } from 'express';
import { postHook } from 'screening-webhooks-test-support/post-hook';
import { eventBody, SECRET, signedHeaders } from 'screening-webhooks-test-support/signed';
import { expectWrongSecretLine } from 'screening-webhooks-test-support/wrong-secret';
import request from 'supertest';
import { describe, expect, it } from 'vitest';
import { type ExpressFramework, webhook } from '../src/index.js';
import { expressVersions } from './support/express-versions.js';

describe.each(expressVersions)('%s', (_version, express) => {
  function appWith(options: Partial<ReceiverOptions<ExpressFramework>> = {}) {
    const app = express();
    app.get('/health', (_req, res) => void res.send('ok'));
    app.use('/hooks', webhook({ secret: SECRET, handlers: { '*': () => {} }, ...options }));
    app.use(express.json());
    app.post('/echo', (req, res) => void res.json(req.body));
    return app;
  }

  it('reads the stream, runs the handler and acks', async () => {
    const seen: unknown[] = [];
    const app = appWith({
      handlers: {
        'document_verification.recorded': ({ id, data }, { framework }) => {
          seen.push(id, data.formData, framework?.req.originalUrl, framework?.res.headersSent);
        },
      },
    });
    const response = await postHook(app);
    expect(response.status).toBe(200);
    expect(response.headers['content-type']).toBe('application/json');
    expect(response.headers['content-length']).toBe('23');
    expect(response.body).toEqual({ outcome: 'processed' });
    expect(seen).toEqual(['evt_1', { licenseNumber: 'RN1' }, '/hooks', false]);
  });

  it('accepts a receiver', async () => {
    const receiver = createReceiver({ secret: SECRET, handlers: { '*': () => {} } });
    const handler = webhook(receiver);
    expect(handler.receiver).toBe(receiver);
    const app = express();
    app.post('/hooks', handler);
    expect((await postHook(app)).body).toEqual({ outcome: 'processed' });
    expect((await postHook(app)).body).toEqual({ outcome: 'duplicate' });
    await receiver.drain();
    expect((await postHook(app)).status).toBe(503);
  });

  it('has the receiver that it has built, which drains', async () => {
    const handler = webhook({ secret: SECRET, handlers: { '*': () => {} } });
    const app = express();
    app.post('/hooks', handler);
    expect((await postHook(app)).status).toBe(200);
    await handler.receiver.drain();
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

  it('does not change the other routes', async () => {
    const app = appWith();
    expect((await request(app).get('/health')).text).toBe('ok');
    expect((await request(app).post('/echo').send({ a: 1 })).body).toEqual({ a: 1 });
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

  it('reports a handler error to the observer, not to the app', async () => {
    const errors: unknown[] = [];
    const app = appWith({ handlers: { '*': () => Promise.reject(new Error('handler')) } });
    const onError: ErrorRequestHandler = (error, _req, _res, next) => {
      errors.push(error);
      next(error);
    };
    app.use(onError);
    expect((await postHook(app)).status).toBe(500);
    expect(errors).toEqual([]);
  });

  it('tells a wrong secret in one line of the log', () =>
    expectWrongSecretLine(({ body, headers }) => postHook(appWith(), body, headers)));
});
