import { once } from 'node:events';
import { createServer } from 'node:http2';
import Koa from 'koa';
import { http2Suite } from 'screening-webhooks-test-support/http2-suite';
import { SECRET } from 'screening-webhooks-test-support/signed';
import { webhook } from '../src/index.js';

http2Suite(async (options) => {
  const app = new Koa();
  app.use(webhook({ secret: SECRET, handlers: { '*': () => {} }, ...options }));
  const server = createServer(app.callback()).listen(0);
  await once(server, 'listening');
  return { server, stop: () => void server.close() };
});
