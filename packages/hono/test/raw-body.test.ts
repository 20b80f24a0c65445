import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { RawBodyUnavailableError } from '@screening-webhooks/core';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { validator } from 'hono/validator';
import {
  type DeliverBody,
  eachIsNew,
  exactBytesSuite,
} from 'screening-webhooks-test-support/exact-bytes-suite';
import { serve } from 'screening-webhooks-test-support/serve';
import {
  eventBody,
  SECRET,
  signedHeaders,
  signedRequest,
} from 'screening-webhooks-test-support/signed';
import { describe, expect, it, vi } from 'vitest';
import { verifyWebhook, webhook } from '../src/index.js';
import { transports } from './support/transports.js';

const event = eventBody();
/** Middleware that acts on the request and calls next. */
const before =
  (act: (c: Context) => unknown): MiddlewareHandler =>
  async (c, next) => {
    await act(c);
    await next();
  };

const hook = () => webhook(eachIsNew);

const harmless: [name: string, middleware: MiddlewareHandler[]][] = [
  // In process, the contract has it. On Node, it is a request of another class.
  ['no middleware', []],
  ['c.req.arrayBuffer() first', [before((c) => c.req.arrayBuffer())]],
  ['c.req.blob() first', [before((c) => c.req.blob())]],
  [
    'c.req.arrayBuffer(), then a validator',
    [
      before((c) => c.req.arrayBuffer()),
      before(tolerant((c) => c.req.json())),
      before((c) => c.req.text()),
    ],
  ],
  ['c.req.parseBody(), which leaves JSON alone', [before((c) => c.req.parseBody())]],
  ['a clone that is read', [before((c) => c.req.raw.clone().text())]],
  ['bodyLimit', [bodyLimit({ maxSize: 2_000_000 })]],
];

const consuming: [name: string, middleware: MiddlewareHandler[]][] = [
  ['a validator', [validator('json', (value) => value)]],
  ['c.req.json()', [before((c) => c.req.json())]],
  ['c.req.json() that is not awaited', [before((c) => void c.req.json())]],
  ['c.req.text()', [before((c) => c.req.text())]],
  [
    'c.req.json(), then c.req.arrayBuffer()',
    [before((c) => c.req.json()), before((c) => c.req.arrayBuffer())],
  ],
  [
    'c.req.text(), then c.req.arrayBuffer()',
    [before((c) => c.req.text()), before((c) => c.req.arrayBuffer())],
  ],
  ['c.req.text(), then c.req.blob()', [before((c) => c.req.text()), before((c) => c.req.blob())]],
  ['c.req.raw.json()', [before((c) => c.req.raw.json())]],
  [
    'c.req.raw.text(), then c.req.arrayBuffer()',
    [before((c) => c.req.raw.text()), before(tolerant((c) => c.req.arrayBuffer()))],
  ],
  ['a reader that holds the lock', [before((c) => void c.req.raw.body?.getReader())]],
];

describe.each(transports)('%s', (_transport, send) => {
  function appWith(middleware: readonly MiddlewareHandler[]) {
    const errors: unknown[] = [];
    const app = new Hono();
    for (const one of middleware) app.use('*', one);
    app.post('/hooks', hook());
    app.post('/verified', verifyWebhook({ secret: SECRET }), (c) => c.text('verified'));
    app.onError((error, c) => {
      errors.push(error);
      return c.json({ error: error.name }, 500);
    });
    return { app, errors };
  }

  const delivering =
    (app: Parameters<typeof send>[0], path = '/hooks'): DeliverBody =>
    async (...delivery) => {
      const response = await send(app, path, await signedRequest(...delivery));
      return { status: response.status, text: await response.text() };
    };

  describe.each(harmless)('%s', (_arrangement, middleware) => {
    exactBytesSuite(() => delivering(appWith(middleware).app));
  });

  it.each(consuming)(
    '%s first is the named error, with the fix, for what is signed',
    async (_name, middleware) => {
      const { app, errors } = appWith(middleware);
      const deliver = delivering(app);
      const named = { status: 500, text: '{"error":"RawBodyUnavailableError"}' };
      expect(await deliver(event)).toEqual(named);
      expect(await delivering(app, '/verified')(event)).toEqual(named);
      expect(await deliver(event.replaceAll(':', ' : '), await signedHeaders(event))).toEqual(
        named,
      );
      expect(errors).toEqual(Array(3).fill(expect.any(RawBodyUnavailableError)));
      expect(String(errors[0])).toMatch(/in hono.*arrayBuffer/is);
      expect((await deliver('{}', { 'service-signature': '' })).text).toBe(
        '{"outcome":"rejected","code":"signature_header_missing"}',
      );
      expect(errors).toHaveLength(3);
    },
  );
});

it('is answered 500 by Hono itself where the app has no error handler', async () => {
  // Hono prints the error.
  vi.spyOn(console, 'error').mockImplementationOnce(() => {});
  const app = new Hono()
    .use(
      '*',
      before((c) => c.req.json()),
    )
    .post('/hooks', hook());
  expect((await app.request('/hooks', await signedRequest(event))).status).toBe(500);
});

it('a chunked upload is processed', async () => {
  for (const [, middleware] of harmless) {
    const app = new Hono();
    for (const one of middleware) app.use('*', one);
    app.post('/hooks', hook());
    const { url } = await serve(getRequestListener(app.fetch));
    const stream = new Blob([event.slice(0, 50), event.slice(50)]).stream();
    const response = await fetch(`${url}/hooks`, {
      method: 'POST',
      headers: await signedHeaders(event),
      body: stream,
      duplex: 'half',
    } as RequestInit);
    expect(await response.json()).toEqual({ outcome: 'processed' });
  }
});

it('a request that was read before Hono is the named error, not an empty body', async () => {
  const errors: unknown[] = [];
  const app = new Hono().post('/hooks', hook());
  app.onError((error, c) => {
    errors.push(error);
    return c.text(error.name, 500);
  });
  const listener = getRequestListener(app.fetch);
  const server = createServer(async (req, res) => {
    for await (const _chunk of req);
    await listener(req, res);
  });
  const { url } = await serve((req, res) => server.emit('request', req, res));
  const chunked = { body: new Blob([event]).stream(), duplex: 'half' } as RequestInit;
  for (const body of [{}, chunked]) {
    const response = await fetch(`${url}/hooks`, { ...(await signedRequest(event)), ...body });
    expect([response.status, await response.text()]).toEqual([500, 'RawBodyUnavailableError']);
  }
  expect(errors).toEqual(Array(2).fill(expect.any(RawBodyUnavailableError)));
});

/** A read that may fail: the body may not be valid JSON. */
function tolerant(read: (c: Context) => Promise<unknown>): (c: Context) => Promise<unknown> {
  return (c) => read(c).catch(() => {});
}
