import type { NoSchemas, Schemas, VerifierOptions, WebhookEvent } from '@screening-webhooks/core';
import { verifyWith } from '@screening-webhooks/core/adapter';
import type { Middleware } from 'koa';
import { type KoaFramework, koaAdapter } from './koa-adapter.js';

/** The properties that `verifyWebhook` adds to `ctx.state`. */
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
  options: VerifierOptions<KoaFramework, Given>,
): Middleware<WebhookEventState<Given>> {
  const verify = verifyWith(koaAdapter, options);
  return async (ctx, next) => {
    const verified = await verify(ctx);
    if (!verified.ok) return;
    ctx.state.webhookEvent = verified.event;
    await next();
  };
}
