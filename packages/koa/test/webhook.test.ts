import Router from '@koa/router';
import { createReceiver, type ReceiverOptions } from '@screening-webhooks/core';
import type { Context } from 'koa';
import bodyParser from 'koa-bodyparser';
import { postHook } from 'screening-webhooks-test-support/post-hook';
import { eventBody, SECRET, signedHeaders } from 'screening-webhooks-test-support/signed';
import { expectWrongSecretLine } from 'screening-webhooks-test-support/wrong-secret';
import request from 'supertest';
import { describe, expect, it } from 'vitest';
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

  const post = (app: Pick<InstanceType<typeof Koa>, 'callback'>) => postHook(app.callback());

  it('reads the stream, runs the handler and acks', async () => {
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

  it('accepts a receiver', async () => {
    const receiver = createReceiver({ secret: SECRET, handlers: { '*': () => {} } });
    const middleware = webhook(receiver);
    expect(middleware.receiver).toBe(receiver);
    const app = new Koa().use(middleware);
    expect((await post(app)).body).toEqual({ outcome: 'processed' });
    expect((await post(app)).body).toEqual({ outcome: 'duplicate' });
    await receiver.drain();
    expect((await post(app)).status).toBe(503);
  });

  it('has the receiver that it has built, which drains', async () => {
    const middleware = webhook({ secret: SECRET, handlers: { '*': () => {} } });
    const app = new Koa().use(middleware);
    expect((await post(app)).status).toBe(200);
    await middleware.receiver.drain();
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

  it('does not change the other routes', async () => {
    const app = appWith().callback();
    expect((await request(app).get('/health')).text).toBe('ok');
    expect((await request(app).post('/echo').send({ a: 1 })).body).toEqual({ a: 1 });
  });

  it('answers through Koa: middleware around it sees the status and may set headers', async () => {
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

  it('reports a handler error to the observer, not to the app', async () => {
    const errors: unknown[] = [];
    const app = appWith({ handlers: { '*': () => Promise.reject(new Error('handler')) } });
    app.on('error', (error) => errors.push(error));
    expect((await post(app)).status).toBe(500);
    expect(errors).toEqual([]);
  });

  it('tells a wrong secret in one line of the log', () =>
    expectWrongSecretLine(({ body, headers }) => postHook(appWith().callback(), body, headers)));
});
