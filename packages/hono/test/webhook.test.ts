import { createReceiver, type Inbox, memoryStore } from '@screening-webhooks/core';
import { type Context, Hono } from 'hono';
import { eventBody, SECRET, signedHeaders } from 'screening-webhooks-test-support/signed';
import { describe, expect, it, vi } from 'vitest';
import { verifyWebhook, webhook } from '../src/index.js';
import { transports } from './support/transports.js';

describe.each(transports)('%s', (_transport, send) => {
  async function post(app: Parameters<typeof send>[0], body = eventBody(), path = '/hooks') {
    const headers = await signedHeaders(body);
    return send(app, path, { method: 'POST', headers, body });
  }

  it('gives the handler the context, before its answer', async () => {
    const seen: unknown[] = [];
    const record = webhook({
      secret: SECRET,
      handlers: {
        '*': ({ id }, { framework }) =>
          void seen.push(id, framework?.req.path, framework?.finalized),
      },
    });
    await post(new Hono().post('/hooks', record));
    expect(seen).toEqual(['evt_1', '/hooks', false]);
  });

  it('has the receiver that it was given, or the one that it has built, which drains', async () => {
    const receiver = createReceiver({ secret: SECRET, handlers: { '*': () => {} } });
    expect(webhook(receiver).receiver).toBe(receiver);
    const built = webhook({ secret: SECRET, handlers: { '*': () => {} } });
    const app = new Hono().post('/hooks', built);
    expect((await post(app)).status).toBe(200);
    await built.receiver.drain();
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

describe('mounted', () => {
  const silent = { secret: SECRET, observe: false, handlers: { '*': () => {} } } as const;
  const refuse = async (app: Hono) => {
    for (const path of ['/hooks?a=1', '/login?a=1', '/']) await app.request(path);
  };

  it.each<[string, (app: Hono) => Hono]>([
    ['webhook', (app) => app.use(webhook(silent))],
    ['verifyWebhook', (app) => app.all('*', verifyWebhook({ secret: SECRET, observe: false }))],
  ])('without a path, %s says so once', async (name, mount) => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const app = mount(new Hono());
    await refuse(app);
    await refuse(app);
    expect(warn.mock.calls).toEqual([[expect.stringContaining(`] ${name}() has no path, `)]]);
  });

  it('at a path, it says nothing', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    for (const app of [
      new Hono().all('/:path{.*}', webhook(silent)),
      new Hono().use('/login', webhook(silent)),
      new Hono().route('/hooks', new Hono().all('/', webhook(silent))),
    ]) {
      await refuse(app);
    }
    expect(warn).not.toHaveBeenCalled();
  });
});
