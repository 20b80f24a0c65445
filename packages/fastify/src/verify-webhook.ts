import type { NoSchemas, Schemas, VerifierOptions, WebhookEvent } from '@screening-webhooks/core';
import { verifyWith } from '@screening-webhooks/core/adapter';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { type FastifyFramework, fastifyAdapter } from './fastify-adapter.js';
import { mount } from './mount.js';

/** The request behind `verifyWebhook`. */
export interface WebhookEventRequest<Given extends Schemas = NoSchemas> extends FastifyRequest {
  /** The verified event. */
  webhookEvent: WebhookEvent<Given>;
}

/** A route handler behind `verifyWebhook`: it answers as any other handler of Fastify does. */
export type WebhookEventHandler<Given extends Schemas = NoSchemas> = (
  this: FastifyInstance,
  request: WebhookEventRequest<Given>,
  reply: FastifyReply,
) => unknown;

/**
 * A plugin that verifies a delivery to its prefix, puts its event on `request.webhookEvent` and calls the handler, which
 * answers. A refused delivery is answered here. There is no dedupe: the service delivers an event more than once.
 *
 * @throws TypeError for a malformed option or a missing handler. When it is registered: for a missing prefix.
 * @example
 * app.register(verifyWebhook({ secret }, async (request, reply) => { … request.webhookEvent … }), {
 *   prefix: '/webhooks/screening',
 * });
 */
export function verifyWebhook<Given extends Schemas = NoSchemas>(
  options: VerifierOptions<FastifyFramework, Given>,
  handler: WebhookEventHandler<Given>,
): FastifyPluginAsync {
  const verify = verifyWith(fastifyAdapter, options);
  if (typeof handler !== 'function') {
    throw new TypeError(
      'handler: expected a function. Call verifyWebhook({ secret }, async (request, reply) => { … }).',
    );
  }
  return async (instance) => {
    mount('verifyWebhook', instance, {
      async preHandler(request, reply) {
        const verified = await verify(request, reply);
        if (!verified.ok) return verified.answer;
        Object.assign(request, { webhookEvent: verified.event });
        return undefined;
      },
      // preHandler has set the event: without one, Fastify does not call the handler.
      handler(request, reply) {
        return handler.call(this, request as WebhookEventRequest<Given>, reply);
      },
    });
  };
}
