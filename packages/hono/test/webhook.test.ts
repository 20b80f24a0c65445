import {
  createReceiver,
  type Inbox,
  memoryStore,
  type ReceiverOptions,
} from '@screening-webhooks/core';
import { type Context, Hono } from 'hono';
import { eventBody, SECRET, signedHeaders } from 'screening-webhooks-test-support/signed';
import { expectWrongSecretLine } from 'screening-webhooks-test-support/wrong-secret';
import { describe, expect, it } from 'vitest';
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

  it('reads the stream, runs the handler and acks', async () => {
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

  it('accepts a receiver', async () => {
    const receiver = createReceiver({ secret: SECRET, handlers: { '*': () => {} } });
    const handler = webhook(receiver);
    expect(handler.receiver).toBe(receiver);
    const app = new Hono().post('/hooks', handler);
    expect(await (await post(app)).json()).toEqual({ outcome: 'processed' });
    expect(await (await post(app)).json()).toEqual({ outcome: 'duplicate' });
    await receiver.drain();
    expect((await post(app)).status).toBe(503);
  });

  it('has the receiver that it has built, which drains', async () => {
    const handler = webhook({ secret: SECRET, handlers: { '*': () => {} } });
    const app = new Hono().post('/hooks', handler);
    expect((await post(app)).status).toBe(200);
    await handler.receiver.drain();
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

  it('does not change the other routes', async () => {
    const app = appWith();
    expect(await (await send(app, '/health')).text()).toBe('ok');
    const echo = await send(app, '/echo', { method: 'POST', body: '{"a":1}' });
    expect(await echo.json()).toEqual({ a: 1 });
  });

  it('answers through Hono: headers that middleware sets before or after are sent', async () => {
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

  it('reports a handler error to the observer, not to the app', async () => {
    const errors: unknown[] = [];
    const app = appWith({ handlers: { '*': () => Promise.reject(new Error('handler')) } });
    app.onError((error, c) => {
      errors.push(error);
      return c.text('app', 500);
    });
    expect(await (await post(app)).json()).toEqual({ outcome: 'failed' });
    expect(errors).toEqual([]);
  });

  it('tells a wrong secret in one line of the log', () =>
    expectWrongSecretLine((delivery) =>
      send(appWith(), '/hooks', { method: 'POST', ...delivery }),
    ));
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
