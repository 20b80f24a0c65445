// On @hono/node-server: on other runtimes, the sockets belong to the platform.
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { startServer } from '../../testing/test/support/serve.js';
import { SECRET } from '../../testing/test/support/signed.js';
import { socketSuite } from '../../testing/test/support/socket-suite.js';
import { webhook } from '../src/index.js';

socketSuite(async (options) => {
  const app = new Hono();
  app.post('/hooks', webhook({ secret: SECRET, handlers: { '*': () => {} }, ...options }));
  app.get('/health', (c) => c.text('ok'));
  return startServer(getRequestListener(app.fetch));
});
