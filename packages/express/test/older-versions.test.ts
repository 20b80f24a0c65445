import { createRequire } from 'node:module';
import type express from 'express';
import type { ErrorRequestHandler } from 'express';
import { olderVersionSuite } from 'screening-webhooks-test-support/older-version-suite';
import { expectNoProcessFailures } from 'screening-webhooks-test-support/process-failures';
import { startServer } from 'screening-webhooks-test-support/serve';
import { SECRET } from 'screening-webhooks-test-support/signed';
import { describe } from 'vitest';
import { keepRawBody, verifyWebhook, webhook } from '../src/index.js';

// Express 4 does not look at the promise of a handler: what rejects, the adapter has to hand on itself.
const express4: typeof express = createRequire(import.meta.url)('express4');

const before = {
  unread: [],
  kept: [express4.json({ verify: keepRawBody })],
  lost: [express4.json()],
};

expectNoProcessFailures();

describe('Express 4', () => {
  olderVersionSuite((receiver, body) => {
    const onError: ErrorRequestHandler = (error: Error, _req, res, _next) =>
      void res.status(500).send(error.name);
    const app = express4();
    for (const parser of before[body]) app.use(parser);
    app.post('/hooks', webhook(receiver));
    app.post('/verified', verifyWebhook({ secret: SECRET, observe: false }), (_req, res) => {
      res.status(202).send(res.locals.webhookEvent.id);
    });
    return startServer(app.use(onError));
  });
});
