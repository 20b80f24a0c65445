import { createRequire } from 'node:module';
import express, { type ErrorRequestHandler, type RequestHandler } from 'express';
import { expectNoProcessFailures } from 'screening-webhooks-test-support/process-failures';
import { serve } from 'screening-webhooks-test-support/serve';
import { eventBody, SECRET, signedHeaders } from 'screening-webhooks-test-support/signed';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { verifyWebhook, webhook } from '../src/index.js';

const express4: typeof express = createRequire(import.meta.url)('express4');

expectNoProcessFailures();
// Express writes errors to the console.
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
const thrown = new Error('the response is broken');

/** Middleware that replaces a method of the response by one that throws, for a number of calls. */
const breaking =
  (method: 'setHeader' | 'end', times: number): RequestHandler =>
  (_req, res, next) => {
    const original = res[method];
    let calls = 0;
    Reflect.set(res, method, (...args: unknown[]) => {
      calls += 1;
      if (calls <= times) throw thrown;
      return Reflect.apply(original, res, args);
    });
    next();
  };

const routes: [name: string, route: RequestHandler, header: string][] = [
  ['webhook', webhook({ secret: SECRET, handlers: { '*': () => {} } }), ''],
  ['verifyWebhook', verifyWebhook({ secret: SECRET }), 't=1,v1=refused'],
];

// Each answers an error in a way of its own.
describe.each([
  ['Express 5', express],
  ['Express 4', express4],
])('%s', (_version, create) => {
  describe.each(routes)('%s', (_name, route, header) => {
    async function post(method: 'setHeader' | 'end', times: number, onError?: ErrorRequestHandler) {
      const errors: unknown[] = [];
      const app = create();
      app.post('/hooks', breaking(method, times), route);
      const record: ErrorRequestHandler = (error, req, res, next) => {
        errors.push(error);
        if (onError) onError(error, req, res, next);
        else next(error);
      };
      app.use(record);
      const { url } = await serve(app);
      const headers = await signedHeaders(eventBody());
      if (header) headers['service-signature'] = header;
      const answering = fetch(`${url}/hooks`, { method: 'POST', headers, body: eventBody() });
      const status = await answering.then((response) => response.status).catch(() => 'closed');
      return { status, errors };
    }

    it.each(['setHeader', 'end'] as const)(
      'a %s that always throws closes the connection, and not the process',
      async (method) => {
        expect(await post(method, Number.POSITIVE_INFINITY)).toEqual({
          status: 'closed',
          errors: [thrown],
        });
      },
    );

    it('an end that throws once leaves the answer to the error handler of the app', async () => {
      const onError: ErrorRequestHandler = (_error, _req, res, _next) => void res.sendStatus(502);
      expect(await post('end', 1, onError)).toEqual({ status: 502, errors: [thrown] });
    });
  });
});
