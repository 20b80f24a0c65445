import {
  createReceiver,
  type Inbox,
  memoryStore,
  PermanentError,
  type ReceiverOptions,
  RetryLater,
} from '@screening-webhooks/core';
import { type Context, Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { eventBody, SECRET, signedHeaders } from '../../testing/test/support/signed.js';
import { webhook } from '../src/index.js';
import { transports } from './support/transports.js';

describe.each(transports)('%s', (_transport, send) => {
  function appWith(options: Partial<ReceiverOptions<Context>> = {}) {
    const app = new Hono();
    app.get('/health', (c) => c.text('ok'));
    app.all('/hooks', webhook({ secret: SECRET, handlers: { '*': () => {} }, ...options }));
    app.post('/echo', async (c) => c.json(await c.req.json()));
    return app;
  }

  async function post(app: Parameters<typeof send>[0], body = eventBody(), path = '/hooks') {
    const headers = await signedHeaders(body);
    return send(app, path, { method: 'POST', headers, body });
  }

  it('reads the stream itself, runs the handler and acks', async () => {
    const seen: unknown[] = [];
    const app = appWith({
      handlers: {
        'document_verification.recorded': ({ id, data }, { framework }) => {
          seen.push(id, data.formData, framework?.req.path, framework?.finalized);
        },
      },
    });
    const response = await post(app);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.json()).toEqual({ outcome: 'processed' });
    expect(seen).toEqual(['evt_1', { licenseNumber: 'RN1' }, '/hooks', false]);
  });

  it('takes a receiver that was built before', async () => {
    const receiver = createReceiver({ secret: SECRET, handlers: { '*': () => {} } });
    const app = new Hono().post('/hooks', webhook(receiver));
    expect(await (await post(app)).json()).toEqual({ outcome: 'processed' });
    expect(await (await post(app)).json()).toEqual({ outcome: 'duplicate' });
    await receiver.drain();
    expect((await post(app)).status).toBe(503);
  });

  it('works in an app under a path, with parameters for the resolver', async () => {
    const tenant = new Hono().post(
      '/incoming',
      webhook({
        secret: (c) => (c.req.param('tenant') === 'acme' ? SECRET : undefined),
        handlers: { '*': () => {} },
      }),
    );
    const app = new Hono().route('/t/:tenant', tenant);
    expect((await post(app, eventBody(), '/t/acme/incoming')).status).toBe(200);
    expect((await post(app, eventBody(), '/t/other/incoming')).status).toBe(401);
  });

  it('leaves the other routes as they were', async () => {
    const app = appWith();
    expect(await (await send(app, '/health')).text()).toBe('ok');
    const echo = await send(app, '/echo', { method: 'POST', body: '{"a":1}' });
    expect(await echo.json()).toEqual({ a: 1 });
  });

  it('answers the Hono way: headers that middleware sets before or after us are sent', async () => {
    const app = new Hono();
    app.use(async (c, next) => {
      c.header('x-before', '1');
      await next();
      c.header('x-after', String(c.res.status));
    });
    app.post('/hooks', webhook({ secret: SECRET, handlers: { '*': () => {} } }));
    const { headers } = await post(app);
    expect([headers.get('x-before'), headers.get('x-after')]).toEqual(['1', '200']);
    expect(headers.get('content-type')).toBe('application/json');
  });

  describe('every outcome over HTTP', () => {
    const rows: [
      name: string,
      options: Partial<ReceiverOptions<Context>>,
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
      expect(await response.json()).toEqual(body);
    });

    it('in_progress, beside the one that is processed', async () => {
      const app = appWith({
        handlers: { '*': () => new Promise((resolve) => setTimeout(resolve, 100)) },
      });
      const answers = await Promise.all([post(app), post(app), post(app)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
      expect(answers.find(({ status }) => status === 409)?.headers.get('retry-after')).toBe('60');
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
      const response = await send(appWith(), '/hooks', {
        method: 'POST',
        headers: { ...(await signedHeaders(body)), ...headers },
        body,
      });
      expect(await response.json()).toEqual({ outcome: 'rejected', code });
      expect(response.status).toBe(status);
    });

    it.each([
      ['timestamp_too_old', -310],
      ['timestamp_in_future', 310],
    ])('%s', async (code, offset) => {
      const app = appWith({ now: () => Date.now() - offset * 1000 });
      const response = await post(app);
      expect(await response.json()).toEqual({ outcome: 'rejected', code });
      expect(response.status).toBe(400);
    });

    it('method_not_allowed', async () => {
      const response = await send(appWith(), '/hooks');
      expect(response.status).toBe(405);
      expect(response.headers.get('allow')).toBe('POST');
      expect(await response.json()).toEqual({ outcome: 'rejected', code: 'method_not_allowed' });
    });

    it('a repeated signature header', async () => {
      const headers = new Headers(await signedHeaders(eventBody()));
      headers.append('service-signature', headers.get('service-signature') ?? '');
      const response = await send(appWith(), '/hooks', {
        method: 'POST',
        headers,
        body: eventBody(),
      });
      expect(await response.json()).toEqual({
        outcome: 'rejected',
        code: 'signature_header_malformed',
      });
    });
  });

  it('hands a handler error to the observer, not to the app', async () => {
    const errors: unknown[] = [];
    const app = appWith({ handlers: { '*': () => Promise.reject(new Error('handler')) } });
    app.onError((error, c) => {
      errors.push(error);
      return c.text('app', 500);
    });
    expect(await (await post(app)).json()).toEqual({ outcome: 'failed' });
    expect(errors).toEqual([]);
  });
});

it('secret, dedupe and inbox come from c.env, with one receiver for all requests', async () => {
  const stored: string[] = [];
  const inbox: Inbox = {
    store: ({ id }) => {
      stored.push(id);
      return 'stored';
    },
  };
  const bindings = {
    SECRET,
    STORE: memoryStore(),
    INBOX: inbox,
  };
  type Bound = { Bindings: typeof bindings };
  const handlers = { '*': () => {} };
  const app = new Hono<Bound>();
  const secret = (c: Context<Bound>) => c.env.SECRET;
  app.post('/run', webhook({ secret, handlers, dedupe: (c) => c.env.STORE }));
  app.post('/store', webhook({ secret, handlers, inbox: (c) => c.env.INBOX }));

  async function post(path: string, env: typeof bindings): Promise<unknown> {
    const body = eventBody();
    const init = { method: 'POST', headers: await signedHeaders(body), body };
    return (await app.request(path, init, env)).json();
  }
  expect(await post('/run', bindings)).toEqual({ outcome: 'processed' });
  expect(await post('/run', bindings)).toEqual({ outcome: 'duplicate' });
  expect(await post('/run', { ...bindings, STORE: memoryStore() })).toEqual({
    outcome: 'processed',
  });
  expect(await post('/run', { ...bindings, SECRET: 'other' })).toMatchObject({
    code: 'signature_mismatch',
  });
  expect(await post('/store', bindings)).toEqual({ outcome: 'accepted' });
  expect(stored).toEqual(['evt_1']);
});
