// On @hono/node-server: other runtimes own their sockets.
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { serve } from '../../testing/test/support/serve.js';
import { SECRET } from '../../testing/test/support/signed.js';
import { socketSuite } from '../../testing/test/support/socket-suite.js';
import { webhook } from '../src/index.js';

socketSuite(async (options) => {
  const app = new Hono();
  app.post('/hooks', webhook({ secret: SECRET, handlers: { '*': () => {} }, ...options }));
  app.get('/health', (c) => c.text('ok'));
  return serve(getRequestListener(app.fetch));
});
