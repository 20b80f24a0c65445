import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { RawBodyUnavailableError } from '@screening-webhooks/core';
import type { Context, MiddlewareHandler } from 'hono';
import { exactBytesSuite } from 'screening-webhooks-test-support/exact-bytes-suite';
import { serve } from 'screening-webhooks-test-support/serve';
import {
  eventBody,
  SECRET,
  signedHeaders,
  signedRequest,
} from 'screening-webhooks-test-support/signed';
import { describe, expect, it, vi } from 'vitest';
import { verifyWebhook, webhook } from '../../src/index.js';
import type { honoVersions } from './hono-versions.js';
import { transports } from './transports.js';

const event = eventBody();
/** Middleware that acts on the request and calls next. */
const before =
  (act: (c: Context) => unknown): MiddlewareHandler =>
  async (c, next) => {
    await act(c);
    await next();
  };

const hook = () => webhook({ secret: SECRET, handlers: { '*': () => {} }, observe: false });

/** Tests of every way to the exact bytes, on these versions of Hono. */
export function rawBodySuite(versions: typeof honoVersions): void {
  describe.each(versions)('%s', (_version, { Hono, validator, bodyLimit }) => {
    const harmless: [name: string, middleware: MiddlewareHandler[]][] = [
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
      [
        'c.req.text(), then c.req.blob()',
        [before((c) => c.req.text()), before((c) => c.req.blob())],
      ],
      ['c.req.raw.json()', [before((c) => c.req.raw.json())]],
      [
        'c.req.raw.text(), then c.req.arrayBuffer()',
        [before((c) => c.req.raw.text()), before(tolerant((c) => c.req.arrayBuffer()))],
      ],
      ['a reader that holds the lock', [before((c) => void c.req.raw.body?.getReader())]],
    ];

    describe.each(transports)('%s', (_transport, send) => {
      function appWith(
        middleware: readonly MiddlewareHandler[],
        route: MiddlewareHandler = hook(),
      ) {
        const errors: unknown[] = [];
        const app = new Hono();
        for (const one of middleware) app.use('*', one);
        app.post('/hooks', route);
        app.onError((error, c) => {
          errors.push(error);
          return c.json({ error: error.name }, 500);
        });
        return { app, errors };
      }

      async function deliver(
        app: Parameters<typeof send>[0],
        ...delivery: Parameters<typeof signedRequest>
      ) {
        const response = await send(app, '/hooks', await signedRequest(...delivery));
        return { status: response.status, text: await response.text() };
      }

      describe.each(harmless)('%s', (_arrangement, middleware) => {
        exactBytesSuite((...delivery) => deliver(appWith(middleware).app, ...delivery));
      });

      describe.each(consuming)('%s first', (_arrangement, middleware) => {
        it.each([
          ['webhook', hook],
          ['verifyWebhook', () => verifyWebhook({ secret: SECRET })],
        ])('%s throws the named error, with the fix', async (_name, route) => {
          const { app, errors } = appWith(middleware, route());
          const { status, text } = await deliver(app, event);
          expect([status, text]).toEqual([500, '{"error":"RawBodyUnavailableError"}']);
          expect(errors).toEqual([expect.any(RawBodyUnavailableError)]);
          expect(String(errors[0])).toMatch(/in hono.*arrayBuffer/is);
        });

        // Older Hono returns a re-serialised body. A sender that signs that form is still refused.
        it('a body whose re-serialisation was signed is not accepted', async () => {
          const { app } = appWith(middleware);
          const signed = await signedHeaders(event);
          const { status } = await deliver(app, event.replaceAll(':', ' : '), signed);
          expect(status).toBe(500);
        });

        it('is not reported for a delivery without a signature', async () => {
          const { app, errors } = appWith(middleware);
          const { text } = await deliver(app, '{}', { 'service-signature': '' });
          expect(text).toBe('{"outcome":"rejected","code":"signature_header_missing"}');
          expect(errors).toEqual([]);
        });
      });
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
      const response = await fetch(`${url}/hooks`, await signedRequest(event));
      expect([response.status, await response.text()]).toEqual([500, 'RawBodyUnavailableError']);
      expect(errors).toEqual([expect.any(RawBodyUnavailableError)]);
    });
  });
}

/** A read that may fail: the body may not be valid JSON. */
function tolerant(read: (c: Context) => Promise<unknown>): (c: Context) => Promise<unknown> {
  return (c) => read(c).catch(() => {});
}
