import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http2';
import { http2Suite } from 'screening-webhooks-test-support/http2-suite';
import { SECRET } from 'screening-webhooks-test-support/signed';
import { listener } from '../../../src/adapters/node/index.js';
import { createReceiver } from '../../../src/index.js';

http2Suite(async (options) => {
  const receiver = createReceiver({ secret: SECRET, handlers: { '*': () => {} }, ...options });
  const ours = listener(receiver, { path: '/hooks' });
  const server = createServer((req, res) => {
    // The compatibility objects of HTTP/2 stand in for those of HTTP/1, as in every framework.
    void ours(req as unknown as IncomingMessage, res as unknown as ServerResponse);
  }).listen(0);
  await once(server, 'listening');
  return { server, stop: () => void server.close() };
});
