import { createReceiver, type ReceiverOptions } from '@screening-webhooks/core';
import { type FastifyInstance, fastify } from 'fastify';
import { eventBody, SECRET, signedHeaders } from 'screening-webhooks-test-support/signed';
import { describe, expect, it, vi } from 'vitest';
import { type FastifyFramework, webhook } from '../src/index.js';
import { serveApp } from './support/serve-app.js';

const handlers = { '*': () => {} };
const prefix = '/hooks';

function appWith(options: Partial<ReceiverOptions<FastifyFramework>> = {}) {
  const app = fastify();
  app.register(webhook({ secret: SECRET, handlers, ...options }), { prefix });
  return app;
}

async function post(app: FastifyInstance, url = prefix, body = eventBody()) {
  const headers = await signedHeaders(body);
  return app.inject({ method: 'POST', url, headers, payload: body });
}

it('gives the handler the request, and the reply before its answer', async () => {
  const seen: unknown[] = [];
  const app = appWith({
    handlers: {
      '*': ({ id }, { framework }) =>
        void seen.push(id, framework?.request.url, framework?.reply.sent),
    },
  });
  const { headers } = await post(app);
  expect(headers['content-length']).toBe('23');
  expect(seen).toEqual(['evt_1', '/hooks', false]);
});

it('has the receiver that it was given, or the one that it has built, which drains', async () => {
  const receiver = createReceiver({ secret: SECRET, handlers });
  expect(webhook(receiver).receiver).toBe(receiver);
  const plugin = webhook({ secret: SECRET, handlers });
  const app = fastify().register(plugin, { prefix });
  expect((await post(app)).statusCode).toBe(200);
  await plugin.receiver.drain();
  expect((await post(app)).statusCode).toBe(503);
});

it('works under nested prefixes, with parameters for the resolver', async () => {
  const app = fastify();
  const tenants = webhook({
    secret: ({ request }) =>
      Reflect.get(Object(request.params), 'tenant') === 'acme' ? SECRET : undefined,
    handlers,
    observe: false,
  });
  app.register(async (scope) => void scope.register(tenants, { prefix: '/:tenant' }), {
    prefix: '/t',
  });
  expect((await post(app, '/t/acme')).statusCode).toBe(200);
  expect((await post(app, '/t/other')).statusCode).toBe(401);
});

it('the resolver sees the values that preHandler hooks set', async () => {
  const app = fastify();
  app.addHook('preHandler', async (request) => void Object.assign(request, { tenant: SECRET }));
  const secret = ({ request }: FastifyFramework) => String(Reflect.get(request, 'tenant'));
  app.register(webhook({ secret, handlers }), { prefix });
  expect((await post(app)).statusCode).toBe(200);
});

it('does not change the other routes and their parsers, whichever is first', async () => {
  const app = fastify();
  app.post('/before', async ({ body }) => body);
  app.register(webhook({ secret: SECRET, handlers }), { prefix });
  app.register(webhook({ secret: SECRET, handlers }), { prefix: '/hooks-2' });
  app.post('/after', async ({ body }) => body);
  app.post('/hooks/below', async ({ body }) => body);
  for (const url of ['/before', '/after', '/hooks/below']) {
    expect((await app.inject({ method: 'POST', url, payload: { a: 1 } })).json()).toEqual({
      a: 1,
    });
  }
  const xml = { 'content-type': 'text/xml' };
  const refused = await app.inject({ method: 'POST', url: '/after', headers: xml, payload: 'x' });
  expect(refused.statusCode).toBe(415);
  expect((await post(app)).statusCode).toBe(200);
  expect((await post(app, '/hooks-2')).statusCode).toBe(200);
});

it('GET is 405 with Allow, and HEAD is too', async () => {
  const app = appWith();
  for (const method of ['GET', 'HEAD'] as const) {
    const { statusCode, headers } = await app.inject({ method, url: prefix });
    expect([statusCode, headers.allow]).toEqual([405, 'POST']);
  }
});

it('answers through the reply: onSend hooks see the answer and may set headers', async () => {
  const seen: unknown[] = [];
  const app = fastify();
  app.addHook('onRequest', async (_request, reply) => void reply.header('x-before', '1'));
  app.addHook('onSend', async (_request, reply, payload) => {
    seen.push(reply.statusCode, String(payload));
    reply.header('x-after', '2');
  });
  app.register(webhook({ secret: SECRET, handlers }), { prefix });
  expect((await post(app)).headers).toMatchObject({ 'x-before': '1', 'x-after': '2' });
  expect(seen).toEqual([200, '{"outcome":"processed"}']);
});

it.each([
  [
    'the reply is hijacked',
    ({ reply }: FastifyFramework) => reply.hijack().raw.writeHead(504).end('gateway timeout'),
  ],
  [
    'the reply is hijacked for later',
    ({ reply }: FastifyFramework) => {
      const { raw } = reply.hijack();
      setImmediate(() => raw.writeHead(504).end('gateway timeout'));
    },
  ],
  [
    'the reply has ended',
    ({ reply }: FastifyFramework) => reply.raw.writeHead(504).end('gateway timeout'),
  ],
  [
    'the reply has begun',
    ({ reply }: FastifyFramework) => {
      reply.raw.writeHead(504).write('gateway ');
      setImmediate(() => reply.raw.end('timeout'));
    },
  ],
])('invariant 14: writes nothing when something else has answered: %s', async (_name, reply) => {
  const logged: string[] = [];
  const stream = { write: (line: string) => void logged.push(line) };
  const app = fastify({ logger: { level: 'warn', stream } });
  const answerFirst = webhook({
    secret: SECRET,
    handlers: { '*': (_event, { framework }) => void (framework && reply(framework)) },
  });
  app.register(answerFirst, { prefix });
  const { url } = await serveApp(app);
  const body = eventBody();
  const headers = await signedHeaders(body);
  const response = await fetch(url + prefix, { method: 'POST', headers, body });
  expect([response.status, await response.text()]).toEqual([504, 'gateway timeout']);
  expect(logged).toEqual([]);
});

it('a content type that is not a media type is 415', async () => {
  const headers = { ...(await signedHeaders(eventBody())), 'content-type': 'json' };
  const request = { method: 'POST', url: prefix, headers, payload: eventBody() } as const;
  expect((await appWith().inject(request)).statusCode).toBe(415);
});

it('tells the observer of a failed handler, not the app', async () => {
  const errors: unknown[] = [];
  const app = appWith({
    observe: false,
    handlers: { '*': () => Promise.reject(new Error('handler')) },
  });
  app.addHook('onError', async (_request, _reply, error) => void errors.push(error));
  expect((await post(app)).statusCode).toBe(500);
  expect(errors).toEqual([]);
});

describe('when the app closes', () => {
  const slow = () => {
    let finish = () => {};
    const gate = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const ended = vi.fn();
    const options = {
      secret: SECRET,
      ackTimeout: 16,
      observe: false,
      handlers: { '*': () => gate.then(ended) },
    } as const;
    return { options, finish, ended };
  };

  it('a receiver of its own drains: the app waits for handlers that are still running', async () => {
    const { options, finish, ended } = slow();
    const app = fastify().register(webhook(options), { prefix });
    expect((await post(app)).json()).toEqual({ outcome: 'timed_out' });
    const closed = vi.fn();
    const closing = app.close().then(closed);
    await new Promise((resolve) => setImmediate(resolve));
    expect(closed).not.toHaveBeenCalled();
    finish();
    await closing;
    expect(ended).toHaveBeenCalledOnce();
  });

  it('a receiver that was passed in does not: it belongs to the app', async () => {
    const receiver = createReceiver({ secret: SECRET, handlers });
    await fastify().register(webhook(receiver), { prefix }).close();
    const other = fastify().register(webhook(receiver), { prefix });
    expect((await post(other)).statusCode).toBe(200);
  });
});

describe('a wrong registration names the fix', () => {
  const usage = "app.register(webhook(…), { prefix: '/webhooks/screening' })";

  it('without a prefix', async () => {
    const app = fastify().register(webhook({ secret: SECRET, handlers }));
    await expect(app.ready()).rejects.toThrow(`prefix: webhook() receives`);
    await expect(app.ready()).rejects.toThrow(usage);
  });

  it('as a handler', async () => {
    const app = fastify();
    const handler: unknown = webhook({ secret: SECRET, handlers });
    app.post(prefix, handler as () => void);
    const { statusCode, json } = await post(app);
    expect(statusCode).toBe(500);
    expect(json().message).toContain(usage);
  });
});
