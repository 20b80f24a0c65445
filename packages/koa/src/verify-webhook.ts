import {
  createVerifier,
  type NoSchemas,
  type Schemas,
  type VerifierOptions,
  type WebhookEvent,
} from '@screening-webhooks/core';
import type { Context, Middleware } from 'koa';
import { answer } from './answer.js';
import { koaDelivery } from './koa-delivery.js';

/** What `verifyWebhook` adds to `ctx.state`. */
export interface WebhookEventState<Given extends Schemas = NoSchemas> {
  /** The verified event, behind `verifyWebhook`. */
  webhookEvent: WebhookEvent<Given>;
}

/**
 * Middleware that verifies a delivery, puts its event on `ctx.state.webhookEvent` and calls the next one, which answers.
 * A refused delivery is answered here. There is no dedupe: the service delivers an event more than once.
 *
 * @throws TypeError for a malformed option, naming the option and the fix.
 * @example
 * router.post('/webhooks/screening', verifyWebhook({ secret }), (ctx) => { … ctx.state.webhookEvent … });
 */
export function verifyWebhook<Given extends Schemas = NoSchemas>(
  options: VerifierOptions<Context, Given>,
): Middleware<WebhookEventState<Given>> {
  const { verify } = createVerifier(options);
  return async (ctx, next) => {
    const verification = await verify(koaDelivery(ctx), { framework: ctx });
    if (!verification.ok) return answer(ctx, verification.ack);
    ctx.state.webhookEvent = verification.event;
    await next();
  };
}
