import { createReceiver } from '@screening-webhooks/core';
import type { ErrorRequestHandler, RequestHandler } from 'express';
import { otherFrameworksSuite } from 'screening-webhooks-test-support/other-frameworks';
import { expectNoProcessFailures } from 'screening-webhooks-test-support/process-failures';
import { eventBody, SECRET, signedHeaders } from 'screening-webhooks-test-support/signed';
import request from 'supertest';
import { describe, expect, it } from 'vitest';
import { verifyWebhook, webhook } from '../src/index.js';
import { expressVersions } from './support/express-versions.js';

expectNoProcessFailures();

describe.each([
  ['webhook', webhook({ secret: SECRET, handlers: { '*': () => {} } })],
  ['verifyWebhook', verifyWebhook({ secret: SECRET })],
])('%s', (_name, handler) => {
  otherFrameworksSuite('Express', 'the IncomingMessage of Node', handler);
});

describe.each(expressVersions)('%s', (_version, express) => {
  it('gets a TypeError from receiver.fetch that names the right package', async () => {
    const body = eventBody();
    const headers = await signedHeaders(body);
    const receiver = createReceiver({ secret: SECRET, handlers: { '*': () => {} } });
    const errors: unknown[] = [];
    const answer: ErrorRequestHandler = (error, _req, res, _next) => {
      errors.push(error);
      res.sendStatus(500);
    };
    const app = express();
    app.post('/', receiver.fetch as unknown as RequestHandler).use(answer);
    await request(app).post('/').set(headers).send(body).expect(500);
    expect(errors.map(String)).toEqual([
      'TypeError: request: expected a web-standard Request, got what Express passes. Use webhook(receiver) of @screening-webhooks/express.',
    ]);
  });
});
