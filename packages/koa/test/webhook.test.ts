import Router from '@koa/router';
import { createReceiver } from '@screening-webhooks/core';
import Koa, { type Middleware } from 'koa';
import { postHook } from 'screening-webhooks-test-support/post-hook';
import { eventBody, SECRET, signedHeaders } from 'screening-webhooks-test-support/signed';
import request from 'supertest';
import { describe, expect, it, vi } from 'vitest';
import { verifyWebhook, webhook } from '../src/index.js';

const receive = () => webhook({ secret: SECRET, handlers: { '*': () => {} } });
const post = (app: Pick<Koa, 'callback'>) => postHook(app.callback());

it('gives the handler the context, before its answer', async () => {
  const seen: unknown[] = [];
  const record = webhook({
    secret: SECRET,
    handlers: {
      '*': ({ id }, { framework }) =>
        void seen.push(id, framework?.originalUrl, framework?.headerSent),
    },
  });
  const { headers } = await post(new Koa().use(record));
  expect(headers['content-length']).toBe('23');
  expect(seen).toEqual(['evt_1', '/hooks', false]);
});

it('has the receiver that it was given, or the one that it has built, which drains', async () => {
  const receiver = createReceiver({ secret: SECRET, handlers: { '*': () => {} } });
  expect(webhook(receiver).receiver).toBe(receiver);
  const built = receive();
  const app = new Koa().use(built);
  expect((await post(app)).status).toBe(200);
  await built.receiver.drain();
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

it('answers through Koa: middleware around it sees the status and may set headers', async () => {
  const seen: unknown[] = [];
  const app = new Koa();
  app.use(async (ctx, next) => {
    ctx.set('x-before', '1');
    await next();
    ctx.set('x-after', '2');
    seen.push(ctx.status, ctx.body);
  });
  app.use(receive());
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
  app.use(receive());
  const response = await post(app);
  expect([response.status, response.text]).toEqual([504, 'gateway timeout']);
});

it('tells the observer of a failed handler, not the app', async () => {
  const errors: unknown[] = [];
  const failing = { '*': () => Promise.reject(new Error('handler')) };
  const app = new Koa().use(webhook({ secret: SECRET, handlers: failing }));
  app.on('error', (error) => errors.push(error));
  expect((await postHook(app.callback())).status).toBe(500);
  expect(errors).toEqual([]);
});

describe('where it is mounted', () => {
  const silent = { secret: SECRET, observe: false } as const;
  const handlers = () =>
    [
      ['webhook', webhook({ ...silent, handlers: { '*': () => {} } })],
      ['verifyWebhook', verifyWebhook(silent)],
    ] as const;
  /** As koa-mount and koa-route do. */
  const setting =
    (name: string, handler: Middleware): Middleware =>
    (ctx, next) => {
      if (!ctx.path.startsWith('/hooks')) return next();
      ctx[name] = '/hooks';
      return handler(ctx, next);
    };

  it.each(handlers())('says once that %s() is mounted without a path', async (name, handler) => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const app = new Koa().use(handler).callback();
    await postHook(app);
    await request(app).get('/hooks?a=1').expect(405);
    expect(warn).not.toHaveBeenCalled();
    await request(app).post('/login?token=secret').send('a=1').expect(415);
    await request(app).get('/').expect(405);
    expect(warn.mock.calls).toEqual([[expect.stringMatching(`${name}\\(\\) has no path, `)]]);
  });

  it.each<[string, (handler: Middleware) => Pick<Koa, 'callback'>]>([
    ['a router', (handler) => new Koa().use(new Router().post('/hooks', handler).routes())],
    [
      'a router for all',
      (handler) => new Koa().use(new Router().all(/^\/hooks/, handler).routes()),
    ],
    [
      'use of a router',
      (handler) =>
        new Koa().use(
          new Router()
            .use(handler)
            .get(/hooks/, () => {})
            .routes(),
        ),
    ],
    ['koa-mount', (handler) => new Koa().use(setting('mountPath', handler))],
    ['koa-route', (handler) => new Koa().use(setting('routePath', handler))],
    [
      'a comparison',
      (handler) =>
        new Koa().use((ctx, next) => (ctx.path === '/hooks' ? handler(ctx, next) : next())),
    ],
  ])('says nothing of a handler that is mounted by %s', async (_by, mount) => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    for (const [, handler] of handlers()) {
      const app = mount(handler as Middleware).callback();
      for (const path of ['/hooks?a=1', '/hooks/deeper', '/', '/login']) {
        await request(app).get(path);
        await request(app).post(path).send('a=1');
      }
    }
    expect(warn).not.toHaveBeenCalled();
  });
});
