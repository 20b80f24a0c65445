import { fastify } from 'fastify';
import { rawExchange } from 'screening-webhooks-test-support/serve';
import { SECRET } from 'screening-webhooks-test-support/signed';
import {
  head,
  type SocketOptions,
  socketSuite,
} from 'screening-webhooks-test-support/socket-suite';
import { expect, it } from 'vitest';
import { webhook } from '../src/index.js';
import { startApp } from './support/serve-app.js';

function appWith(options: Partial<SocketOptions>) {
  const app = fastify();
  app.register(webhook({ secret: SECRET, handlers: { '*': () => {} }, ...options }), {
    prefix: '/hooks',
  });
  app.get('/health', async () => 'ok');
  return app;
}

socketSuite((options) => startApp(appWith(options)));

it('onResponse hooks see the status of a delivery with an incomplete body, and headers of hooks are sent', async () => {
  const statuses: number[] = [];
  const app = appWith({ ackTimeout: 100, maxBodyBytes: 10_000 });
  app.addHook('onRequest', async (_request, reply) => void reply.header('x-before', '1'));
  app.addHook('onResponse', async (_request, reply) => void statuses.push(reply.statusCode));
  const { port, stop } = await startApp(app);
  try {
    const stalled = [await head({ 'content-length': '100' }), 'x'];
    const large = [await head({ 'content-length': '900000' })];
    for (const parts of [stalled, large]) {
      const { answer } = await rawExchange(port, parts);
      expect(answer).toContain('x-before: 1');
      // Otherwise the connection would stay open for the keepAliveTimeout of Fastify, 72 seconds.
      expect(answer).toContain('connection: close');
    }
    // A sender that leaves at the first byte.
    await rawExchange(port, stalled, { until: 'started' });
    await rawExchange(port, large, { until: 'started' });
    await expect.poll(() => statuses).toEqual([400, 413, 400, 413]);
  } finally {
    stop();
  }
});
