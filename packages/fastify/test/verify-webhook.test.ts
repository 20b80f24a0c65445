import { type FastifyInstance, fastify } from 'fastify';
import { eventBody, SECRET, signedHeaders } from 'screening-webhooks-test-support/signed';
import { expect, it, vi } from 'vitest';
import { verifyWebhook, type WebhookEventHandler } from '../src/index.js';

const prefix = '/hooks';

const appWith = (handler: WebhookEventHandler) =>
  fastify().register(verifyWebhook({ secret: SECRET }, handler), { prefix });

async function post(app: FastifyInstance, body = eventBody(), signed = body) {
  const headers = await signedHeaders(signed);
  return app.inject({ method: 'POST', url: prefix, headers, payload: body });
}

it('puts the event on the request and lets the handler answer with what it returns', async () => {
  const app = appWith(async ({ webhookEvent: { type, id } }, reply) => {
    reply.code(202);
    return { type, id };
  });
  const response = await post(app, eventBody('evt_v'));
  expect(response.statusCode).toBe(202);
  expect(response.json()).toEqual({ type: 'document_verification.recorded', id: 'evt_v' });
});

it('lets a handler answer later, with reply.send()', async () => {
  const app = appWith((request, reply) => {
    setImmediate(() => reply.send(request.webhookEvent.id));
  });
  expect((await post(app, eventBody('evt_v'))).body).toBe('evt_v');
});

it('calls the handler with the instance as `this`', async () => {
  const app = appWith(async function () {
    return this.prefix;
  });
  expect((await post(app)).body).toBe(prefix);
});

it('answers deliveries that it refuses, and does not call the handler', async () => {
  const called = vi.fn();
  const app = appWith(called);
  const response = await post(app, eventBody(), '{}');
  expect(response.statusCode).toBe(401);
  expect(response.json()).toEqual({ outcome: 'rejected', code: 'signature_mismatch' });
  expect(called).not.toHaveBeenCalled();
});

it('passes errors of the handler to Fastify', async () => {
  const app = appWith(async () => {
    throw Object.assign(new Error('no tea'), { statusCode: 418 });
  });
  expect((await post(app)).statusCode).toBe(418);
});

it('without a handler, or without a prefix, names the fix', async () => {
  const none: unknown = undefined;
  expect(() => verifyWebhook({ secret: SECRET }, none as WebhookEventHandler)).toThrow(
    /^handler: .*verifyWebhook\(\{ secret \}, async/,
  );
  const app = fastify().register(verifyWebhook({ secret: SECRET }, async () => 'ok'));
  await expect(app.ready()).rejects.toThrow('app.register(verifyWebhook(…), { prefix');
});
