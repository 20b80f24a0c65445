import { getRequestListener } from '@hono/node-server';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { serve } from 'screening-webhooks-test-support/serve';
import { eventBody, SECRET, signedHeaders } from 'screening-webhooks-test-support/signed';
import { describe, expect, it } from 'vitest';
import { verifyWebhook, webhook } from '../src/index.js';

// Middleware changes or reads the request before the receiver gets it.

const body = eventBody();
const HEADER = 'service-signature';

async function answerBehind(
  middleware: MiddlewareHandler,
  headers: Record<string, string>,
): Promise<unknown> {
  const app = new Hono();
  app.use(middleware);
  app.post('/hooks', webhook({ secret: SECRET, observe: false, handlers: { '*': () => {} } }));
  const { url } = await serve(getRequestListener(app.fetch));
  return (await fetch(`${url}/hooks`, { method: 'POST', headers, body })).json();
}

describe('a header that middleware has changed counts', () => {
  it('by replacing the request, with the right signature', async () => {
    const { [HEADER]: signature, ...rest } = { ...(await signedHeaders(body)) };
    const replace: MiddlewareHandler = (c, next) => {
      const headers = new Headers(c.req.raw.headers);
      headers.set(HEADER, signature ?? '');
      c.req.raw = new Request(c.req.raw, { headers });
      return next();
    };
    expect(await answerBehind(replace, { ...rest, [HEADER]: 't=1,v1=0' })).toEqual({
      outcome: 'processed',
    });
  });

  it('by replacing the request, without the signature', async () => {
    const remove: MiddlewareHandler = (c, next) => {
      const headers = new Headers(c.req.raw.headers);
      headers.delete(HEADER);
      c.req.raw = new Request(c.req.raw, { headers });
      return next();
    };
    expect(await answerBehind(remove, { ...(await signedHeaders(body)) })).toMatchObject({
      code: 'signature_header_missing',
    });
  });

  it('by changing the headers of the request in place', async () => {
    const change: MiddlewareHandler = (c, next) => {
      c.req.raw.headers.set(HEADER, 'nonsense');
      return next();
    };
    expect(await answerBehind(change, { ...(await signedHeaders(body)) })).toMatchObject({
      code: 'signature_header_malformed',
    });
  });
});

describe('a request that middleware has only looked at is processed', () => {
  it.each<[string, (c: Context) => unknown]>([
    ['one header', (c) => c.req.header('user-agent')],
    ['all headers', (c) => c.req.header()],
    ['the URL', (c) => c.req.query('a')],
  ])('%s', async (_what, look) => {
    const middleware: MiddlewareHandler = (c, next) => {
      look(c);
      return next();
    };
    const answer = await answerBehind(middleware, { ...(await signedHeaders(body)) });
    expect(answer).toEqual({ outcome: 'processed' });
  });
});

it('the body cannot be read once more: the error says so', async () => {
  const app = new Hono();
  app.post('/hooks', verifyWebhook({ secret: SECRET }), async (c) => c.json(await c.req.json()));
  app.onError((error, c) => c.text(`${error.name}: ${error.message}`, 500));
  const { url } = await serve(getRequestListener(app.fetch));
  const headers = { ...(await signedHeaders(body)) };
  const response = await fetch(`${url}/hooks`, { method: 'POST', headers, body });
  expect(response.status).toBe(500);
  expect(await response.text()).toMatch(/body/i);
});
