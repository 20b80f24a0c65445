import { createServer, type RequestListener } from 'node:http';
import { listener } from '@screening-webhooks/core/node';
import { webhook as expressWebhook } from '@screening-webhooks/express';
import { webhook as fastifyWebhook } from '@screening-webhooks/fastify';
import express from 'express';
import { fastify } from 'fastify';
import { Hono } from 'hono';
import { createStaticHandler } from 'react-router';
import { expect, it, onTestFinished, vi } from 'vitest';
import { webhook as honoWebhook } from '../../../packages/hono/src/index.js';
import { type Answer, answerOf, delivery, post, SECRET } from './support.js';

// The settings of a router that change the path which a handler sees, or which path leads to it. test/sveltekit.test.ts has
// those of SvelteKit.

const options = { secret: SECRET, handlers: { '*': () => {} } };
type Sent = Awaited<ReturnType<typeof delivery>>;
type Case = [framework: string, setting: string, deliver: (sent: Sent) => Promise<Answer>];

/** Posts to a Node app on a free port. */
async function postTo(app: RequestListener, path: string, sent: Sent): Promise<Answer> {
  const server = createServer(app).listen(0);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return post(server, path, sent);
}

// Next.js is not a dependency: it would be larger than all others together. These are the `req.url` of a Pages Router handler and
// the `request.url` of a route handler that `next start` of Next.js 15.5 passes. Neither has the path of the file in each of them.
const nextUrls: [setting: string, pages: string, app: string][] = [
  ['no setting', '/api/webhooks/screening', '/webhooks/screening'],
  ['a query', '/api/webhooks/screening?a=1', '/webhooks/screening?a=1'],
  ['trailingSlash: true', '/api/webhooks/screening/', '/webhooks/screening/'],
  ["basePath: '/shop'", '/api/webhooks/screening', '/webhooks/screening'],
  ['rewrites', '/in/screening', '/in/app'],
  ['basePath, trailingSlash and rewrites', '/in/screening/', '/in/app/'],
];

const next = nextUrls.flatMap(([setting, pages, app]): Case[] => [
  [
    'Next.js, Pages Router',
    setting,
    async (sent) => {
      const { default: handler } = await import('../recipes/next-pages-router.js');
      // The request is Node's own, with two properties more.
      const pass: RequestListener = (req, res) =>
        handler(Object.assign(req, { query: {}, cookies: {} }), res);
      return postTo(pass, pages, sent);
    },
  ],
  [
    'Next.js, App Router',
    setting,
    async ({ request }) => {
      const { POST } = await import('../recipes/next-app-router.js');
      return answerOf(await POST(request(`http://localhost:3000${app}`)));
    },
  ],
]);

const mounts: [
  mount: string,
  path: string,
  app: (handler: express.RequestHandler) => RequestListener,
][] = [
  ['app.use', '/a/b', (handler) => express().use('/a/b', handler)],
  ['a router', '/a/b', (handler) => express().use('/a', express.Router().post('/b', handler))],
  ['another case and a slash at the end', '/A/B/', (handler) => express().post('/a/b', handler)],
];

const expressCases = mounts.flatMap(([mount, path, app]): Case[] => [
  ['Express', mount, (sent) => postTo(app(expressWebhook(options)), path, sent)],
  ['listener in Express', mount, (sent) => postTo(app(listener(options)), path, sent)],
]);

const fastifyAt = async (app: ReturnType<typeof fastify>, url: string, { headers, body }: Sent) => {
  onTestFinished(() => app.close());
  const response = await app.inject({ method: 'POST', url, headers, payload: Buffer.from(body) });
  return [response.statusCode, response.json()] as const;
};

const reactRouterAt = async (path: string, basename: string, { request }: Sent) => {
  const { action } = await import('../recipes/react-router.js');
  const routes = [{ id: 'hook', path: '/a/b', action }];
  return answerOf(
    await createStaticHandler(routes, { basename }).queryRoute(request(`https://shop.test${path}`)),
  );
};

const others: Case[] = [
  [
    'Fastify',
    'prefixes',
    (sent) => {
      const app = fastify();
      app.register(async (scope) => scope.register(fastifyWebhook(options), { prefix: '/b' }), {
        prefix: '/a',
      });
      return fastifyAt(app, '/a/b', sent);
    },
  ],
  [
    'Fastify',
    'a slash at the end, another case and a rewritten url',
    (sent) => {
      const app = fastify({
        routerOptions: { ignoreTrailingSlash: true, caseSensitive: false },
        rewriteUrl: ({ url = '' }) => url.replace('/in', ''),
      });
      app.register(fastifyWebhook(options), { prefix: '/a/b' });
      return fastifyAt(app, '/in/A/B/', sent);
    },
  ],
  [
    'Hono',
    'basePath and route',
    async ({ request }) => {
      const hooks = new Hono().basePath('/b').post('/', honoWebhook(options));
      return answerOf(await new Hono().route('/a', hooks).request(request('http://x.test/a/b')));
    },
  ],
  [
    'Hono',
    'mount, not strict',
    async ({ request }) => {
      const inner = new Hono({ strict: false }).post('/b', honoWebhook(options));
      const app = new Hono().mount('/a', inner.fetch);
      return answerOf(await app.request(request('http://x.test/a/b/')));
    },
  ],
  ['React Router', 'basename', (sent) => reactRouterAt('/shop/a/b', '/shop', sent)],
  ['React Router', 'a slash at the end', (sent) => reactRouterAt('/a/b/', '/', sent)],
];

it.each([...next, ...expressCases, ...others])('%s: %s', async (framework, setting, deliver) => {
  vi.stubEnv('SCREENING_SECRET', SECRET);
  vi.spyOn(console, 'log').mockImplementation(() => {});
  const sent = await delivery(`${framework} ${setting}`);
  expect(await deliver(sent)).toEqual([200, { outcome: 'processed' }]);
});
