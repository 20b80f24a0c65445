import { createRequire } from 'node:module';
import { getRequestListener } from '@hono/node-server';
import type { Context, Hono, MiddlewareHandler } from 'hono';
import { olderVersionSuite } from 'screening-webhooks-test-support/older-version-suite';
import { startServer } from 'screening-webhooks-test-support/serve';
import { eventBody, SECRET, signedHeaders } from 'screening-webhooks-test-support/signed';
import { describe, expect, it } from 'vitest';
import { verifyWebhook, webhook } from '../src/index.js';

const require = createRequire(import.meta.url);
// The first that is supported, and the last of those with another body cache.
const versions: [name: string, framework: { readonly Hono: typeof Hono }][] = [
  ['Hono 4.2.0', require('hono-4-2-0')],
  ['Hono 4.6.0', require('hono-4-6-0')],
  ['Hono 4.8.3', require('hono-4-8-3')],
];

const reading =
  (read: (c: Context) => unknown): MiddlewareHandler =>
  async (c, next) => {
    await read(c);
    await next();
  };
const before = {
  unread: [],
  kept: [reading((c) => c.req.arrayBuffer())],
  lost: [reading((c) => c.req.json())],
};

describe.each(versions)('%s', (_version, framework) => {
  olderVersionSuite((receiver, body) => {
    const app = new framework.Hono();
    for (const middleware of before[body]) app.use('*', middleware);
    app.post('/hooks', webhook(receiver));
    app.post('/verified', verifyWebhook({ secret: SECRET, observe: false }), (c) =>
      c.text(c.get('webhookEvent').id, 202),
    );
    app.onError((error, c) => c.text(error.name, 500));
    return startServer(getRequestListener(app.fetch));
  });

  // These return a re-serialised body after c.req.json(). A sender that signs that form is refused all the same.
  it('a body whose re-serialisation was signed is not accepted', async () => {
    const event = eventBody();
    const receive = webhook({ secret: SECRET, handlers: { '*': () => {} }, observe: false });
    const app = new framework.Hono().use('*', ...before.lost).post('/hooks', receive);
    app.onError((error, c) => c.text(error.name, 500));
    const init = { method: 'POST', headers: await signedHeaders(event) };
    const response = await app.request('/hooks', { ...init, body: event.replaceAll(':', ' : ') });
    expect([response.status, await response.text()]).toEqual([500, 'RawBodyUnavailableError']);
  });
});
