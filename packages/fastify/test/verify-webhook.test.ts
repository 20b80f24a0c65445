import type { FastifyInstance } from 'fastify';
import { eventBody, SECRET, signedHeaders } from 'screening-webhooks-test-support/signed';
import { expectWrongSecretLine } from 'screening-webhooks-test-support/wrong-secret';
import { describe, expect, it } from 'vitest';
import { verifyWebhook, type WebhookEventHandler } from '../src/index.js';
import { fastifyVersions } from './support/fastify-versions.js';

const prefix = '/hooks';

describe.each(fastifyVersions)('%s', (_version, fastify) => {
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
    const app = appWith(() => {
      throw new Error('called');
    });
    const response = await post(app, eventBody(), '{}');
    expect(response.statusCode).toBe(401);
    expect(response.json()).toEqual({ outcome: 'rejected', code: 'signature_mismatch' });
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

  it('tells a wrong secret in one line of the log', () =>
    expectWrongSecretLine(async ({ headers, body: payload }) => {
      const request = { method: 'POST', url: prefix, headers, payload } as const;
      return { status: (await appWith(async () => 'called').inject(request)).statusCode };
    }));
});
