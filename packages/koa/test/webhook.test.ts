import Router from '@koa/router';
import {
  createReceiver,
  PermanentError,
  type ReceiverOptions,
  RetryLater,
} from '@screening-webhooks/core';
import type { Context } from 'koa';
import bodyParser from 'koa-bodyparser';
import request from 'supertest';
import { describe, expect, it } from 'vitest';
import { serve } from '../../testing/test/support/serve.js';
import { eventBody, SECRET, signedHeaders } from '../../testing/test/support/signed.js';
import { webhook } from '../src/index.js';
import { koaVersions } from './support/koa-versions.js';

describe.each(koaVersions)('%s', (_version, Koa) => {
  function appWith(options: Partial<ReceiverOptions<Context>> = {}) {
    const app = new Koa();
    const before = new Router();
    before.get('/health', (ctx) => {
      ctx.body = 'ok';
    });
    before.all('/hooks', webhook({ secret: SECRET, handlers: { '*': () => {} }, ...options }));
    const after = new Router();
    after.post('/echo', (ctx) => {
      ctx.body = ctx.request.body;
    });
    return app.use(before.routes()).use(bodyParser()).use(after.routes());
  }

  async function post(app: Pick<InstanceType<typeof Koa>, 'callback'>, body = eventBody()) {
    return request(app.callback())
      .post('/hooks')
      .set(await signedHeaders(body))
      .send(body);
  }

  it('reads the stream itself, runs the handler and acks', async () => {
    const seen: unknown[] = [];
    const app = appWith({
      handlers: {
        'document_verification.recorded': ({ id, data }, { framework }) => {
          seen.push(id, data.formData, framework?.originalUrl, framework?.headerSent);
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
    const app = new Koa().use(webhook(receiver));
    expect((await post(app)).body).toEqual({ outcome: 'processed' });
    expect((await post(app)).body).toEqual({ outcome: 'duplicate' });
    await receiver.drain();
    expect((await post(app)).status).toBe(503);
  });

  it('works on a Router under a path, with parameters for the resolver', async () => {
    const router = new Router({ prefix: '/t/:tenant' });
    router.post(
      '/incoming',
      webhook({
        secret: (ctx) => (ctx['params'].tenant === 'acme' ? SECRET : undefined),
        handlers: { '*': () => {} },
      }),
    );
    const app = new Koa().use(router.routes()).callback();
    const body = eventBody();
    const headers = await signedHeaders(body);
    expect((await request(app).post('/t/acme/incoming').set(headers).send(body)).status).toBe(200);
    expect((await request(app).post('/t/other/incoming').set(headers).send(body)).status).toBe(401);
  });

  it('leaves the other routes as they were', async () => {
    const app = appWith().callback();
    expect((await request(app).get('/health')).text).toBe('ok');
    expect((await request(app).post('/echo').send({ a: 1 })).body).toEqual({ a: 1 });
  });

  it('answers the Koa way: middleware around it sees the status and may set headers', async () => {
    const seen: unknown[] = [];
    const app = new Koa();
    app.use(async (ctx, next) => {
      ctx.set('x-before', '1');
      await next();
      ctx.set('x-after', '2');
      seen.push(ctx.status, ctx.body);
    });
    app.use(webhook({ secret: SECRET, handlers: { '*': () => {} } }));
    const { headers } = await post(app);
    expect(headers).toMatchObject({ 'x-before': '1', 'x-after': '2' });
    expect(seen).toEqual([200, '{"outcome":"processed"}']);
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
      const response = await request(appWith().callback())
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
      const response = await request(appWith().callback()).get('/hooks');
      expect(response.status).toBe(405);
      expect(response.headers['allow']).toBe('POST');
      expect(response.body).toEqual({ outcome: 'rejected', code: 'method_not_allowed' });
    });

    it('a repeated signature header', async () => {
      const { url } = await serve(appWith().callback());
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
    const app = new Koa();
    app.use(async (ctx, next) => {
      const work = next();
      ctx.respond = false;
      ctx.res.writeHead(504).end('gateway timeout');
      await work;
    });
    app.use(webhook({ secret: SECRET, handlers: { '*': () => {} } }));
    const response = await post(app);
    expect([response.status, response.text]).toEqual([504, 'gateway timeout']);
  });

  it('hands a handler error to the observer, not to the app', async () => {
    const errors: unknown[] = [];
    const app = appWith({ handlers: { '*': () => Promise.reject(new Error('handler')) } });
    app.on('error', (error) => errors.push(error));
    expect((await post(app)).status).toBe(500);
    expect(errors).toEqual([]);
  });
});
