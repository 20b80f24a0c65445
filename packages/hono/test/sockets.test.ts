// On @hono/node-server: on other runtimes, the sockets belong to the platform.
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { startServer } from 'screening-webhooks-test-support/serve';
import { SECRET } from 'screening-webhooks-test-support/signed';
import { socketSuite } from 'screening-webhooks-test-support/socket-suite';
import { webhook } from '../src/index.js';

socketSuite(async (options) => {
  const app = new Hono();
  app.post('/hooks', webhook({ secret: SECRET, handlers: { '*': () => {} }, ...options }));
  app.get('/health', (c) => c.text('ok'));
  return startServer(getRequestListener(app.fetch));
});
