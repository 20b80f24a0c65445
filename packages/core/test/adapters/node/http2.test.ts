import { once } from 'node:events';
import { createServer } from 'node:http2';
import { http2Suite } from 'screening-webhooks-test-support/http2-suite';
import { SECRET } from 'screening-webhooks-test-support/signed';
import { listener } from '../../../src/adapters/node/index.js';
import { createReceiver } from '../../../src/index.js';

http2Suite(async (options) => {
  const receiver = createReceiver({ secret: SECRET, handlers: { '*': () => {} }, ...options });
  const server = createServer(listener(receiver, { path: '/hooks' })).listen(0);
  await once(server, 'listening');
  return { server, stop: () => void server.close() };
});
