import {
  createReceiver,
  PermanentError,
  type ReceiverOptions,
  RetryLater,
} from '@screening-webhooks/core';
import type { ErrorRequestHandler } from 'express';
import request from 'supertest';
import { describe, expect, it } from 'vitest';
import { serve } from '../../testing/test/support/serve.js';
import { eventBody, SECRET, signedHeaders } from '../../testing/test/support/signed.js';
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

  async function post(app: ReturnType<typeof appWith>, body = eventBody()) {
    return request(app)
      .post('/hooks')
      .set(await signedHeaders(body))
      .send(body);
  }

  it('reads the stream itself, runs the handler and acks', async () => {
    const seen: unknown[] = [];
    const app = appWith({
      handlers: {
        'document_verification.recorded': ({ id, data }, { framework }) => {
          seen.push(id, data.formData, framework?.req.originalUrl, framework?.res.headersSent);
        },
      },
    });
    const response = await post(app);
    expect(response.status).toBe(200);
    expect(response.headers['content-type']).toBe('application/json');
    expect(response.headers['content-length']).toBe('23');
    expect(response.body).toEqual({ outcome: 'processed' });
    expect(seen).toEqual(['evt_1', { licenseNumber: 'RN1' }, '/hooks', false]);
  });

  it('takes a receiver that was built before', async () => {
    const receiver = createReceiver({ secret: SECRET, handlers: { '*': () => {} } });
    const app = express();
    app.post('/hooks', webhook(receiver));
    expect((await post(app)).body).toEqual({ outcome: 'processed' });
    expect((await post(app)).body).toEqual({ outcome: 'duplicate' });
    await receiver.drain();
    expect((await post(app)).status).toBe(503);
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

  it('leaves the other routes as they were', async () => {
    const app = appWith();
    expect((await request(app).get('/health')).text).toBe('ok');
    expect((await request(app).post('/echo').send({ a: 1 })).body).toEqual({ a: 1 });
  });

  describe('every outcome over HTTP', () => {
    const rows: [
      name: string,
      options: Partial<ReceiverOptions<ExpressFramework>>,
      status: number,
      body: object,
    ][] = [
      ['ignored', { handlers: { 'report.completed': () => {} } }, 200, { outcome: 'ignored' }],
      ['accepted', { inbox: { store: () => 'stored' } }, 202, { outcome: 'accepted' }],
      [
        'failed',
        { handlers: { '*': () => Promise.reject(new Error('x')) } },
        500,
        { outcome: 'failed' },
      ],
      [
        'failed, to be retried later',
        { handlers: { '*': () => Promise.reject(new RetryLater({ after: 7 })) } },
        503,
        { outcome: 'failed' },
      ],
      [
        'discarded',
        { handlers: { '*': () => Promise.reject(new PermanentError('x')) } },
        200,
        { outcome: 'discarded' },
      ],
      [
        'timed_out',
        {
          ackTimeout: 20,
          handlers: { '*': () => new Promise((resolve) => setTimeout(resolve, 60)) },
        },
        503,
        { outcome: 'timed_out' },
      ],
      [
        'unavailable',
        { secret: () => Promise.reject(new Error('vault')) },
        503,
        { outcome: 'unavailable' },
      ],
      [
        'wrong_integration',
        { integrationId: 'int_2' },
        403,
        { outcome: 'rejected', code: 'wrong_integration' },
      ],
      [
        'data_invalid',
        {
          metadata: {
            '~standard': {
              version: 1,
              vendor: 'test',
              validate: () => ({ issues: [{ message: 'no' }] }),
            },
          },
        },
        422,
        { outcome: 'rejected', code: 'data_invalid' },
      ],
    ];
    it.each(rows)('%s', async (_name, options, status, body) => {
      const response = await post(appWith(options));
      expect(response.status).toBe(status);
      expect(response.body).toEqual(body);
    });

    it('in_progress, beside the one that is processed', async () => {
      const app = appWith({
        handlers: { '*': () => new Promise((resolve) => setTimeout(resolve, 100)) },
      });
      const answers = await Promise.all([post(app), post(app), post(app)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
      expect(answers.find(({ status }) => status === 409)?.headers['retry-after']).toBe('60');
    });
  });

  describe('every rejection that a sender can cause over HTTP', () => {
    const signature = 'a'.repeat(64);
    const at = (offset: number) => Math.floor(Date.now() / 1000) + offset;
    const rows: [code: string, status: number, headers: Record<string, string>, body?: string][] = [
      ['unsupported_media_type', 415, { 'content-type': 'text/plain' }],
      ['unsupported_encoding', 415, { 'content-encoding': 'gzip' }],
      ['body_too_large', 413, {}, ' '.repeat(1_048_577)],
      ['signature_header_missing', 400, { 'service-signature': '' }],
      ['signature_header_malformed', 400, { 'service-signature': 't=1,t=1' }],
      ['timestamp_missing', 400, { 'service-signature': `v1=${signature}` }],
      ['signature_missing', 400, { 'service-signature': `t=${at(0)}` }],
      ['signature_mismatch', 401, { 'service-signature': `t=${at(0)},v1=${signature}` }],
      ['event_malformed', 400, {}, '{"id":1}'],
    ];
    it.each(rows)('%s', async (code, status, headers, body = eventBody()) => {
      const response = await request(appWith())
        .post('/hooks')
        .set({ ...(await signedHeaders(body)), ...headers })
        .send(body);
      expect(response.body).toEqual({ outcome: 'rejected', code });
      expect(response.status).toBe(status);
    });

    it.each([
      ['timestamp_too_old', -310],
      ['timestamp_in_future', 310],
    ])('%s', async (code, offset) => {
      const app = appWith({ now: () => Date.now() - offset * 1000 });
      const response = await post(app);
      expect(response.body).toEqual({ outcome: 'rejected', code });
      expect(response.status).toBe(400);
    });

    it('method_not_allowed', async () => {
      const response = await request(appWith()).get('/hooks');
      expect(response.status).toBe(405);
      expect(response.headers['allow']).toBe('POST');
      expect(response.body).toEqual({ outcome: 'rejected', code: 'method_not_allowed' });
    });

    it('a repeated signature header', async () => {
      const { url } = await serve(appWith());
      const headers = new Headers(await signedHeaders(eventBody()));
      headers.append('service-signature', headers.get('service-signature') ?? '');
      const response = await fetch(`${url}/hooks`, { method: 'POST', headers, body: eventBody() });
      expect(await response.json()).toEqual({
        outcome: 'rejected',
        code: 'signature_header_malformed',
      });
    });
  });

  it('invariant 14: writes nothing when something else has answered', async () => {
    const app = express();
    app.use((_req, res, next) => {
      next();
      res.status(504).send('gateway timeout');
    });
    app.post('/hooks', webhook({ secret: SECRET, handlers: { '*': () => {} } }));
    const response = await post(app);
    expect([response.status, response.text]).toEqual([504, 'gateway timeout']);
  });

  it('hands a handler error to the observer, not to the app', async () => {
    const errors: unknown[] = [];
    const app = appWith({ handlers: { '*': () => Promise.reject(new Error('handler')) } });
    const onError: ErrorRequestHandler = (error, _req, _res, next) => {
      errors.push(error);
      next(error);
    };
    app.use(onError);
    expect((await post(app)).status).toBe(500);
    expect(errors).toEqual([]);
  });
});
