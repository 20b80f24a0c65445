import type { NoSchemas, Schemas, VerifierOptions, WebhookEvent } from '@screening-webhooks/core';
import { verifyWith } from '@screening-webhooks/core/adapter';
import type { Context, Env, MiddlewareHandler } from 'hono';
import { honoAdapter } from './hono-adapter.js';

/** The variables that `verifyWebhook` adds to a route's context. For `app.use()`, add it to the app's own: `Hono<AppEnv & WebhookEventEnv>`. */
export interface WebhookEventEnv<Given extends Schemas = NoSchemas> {
  Variables: {
    /** The verified event, behind `verifyWebhook`. */
    webhookEvent: WebhookEvent<Given>;
  };
}

/**
 * Middleware that verifies a delivery, puts its event on `c.get('webhookEvent')` and calls the next handler, which answers.
 * A refused delivery is answered here. There is no dedupe: the service delivers an event more than once.
 *
 * @throws TypeError for a malformed option, naming the option and the fix.
 * @example
 * app.post('/webhooks/screening', verifyWebhook({ secret }), (c) => { … c.get('webhookEvent') … });
 */
export function verifyWebhook<E extends Env, Given extends Schemas = NoSchemas>(
  options: VerifierOptions<Context<E>, Given>,
): MiddlewareHandler<E & WebhookEventEnv<Given>> {
  const verify = verifyWith(honoAdapter<E>(), options);
  return async (c, next) => {
    // Resolvers are written for the app's context, this is it with one variable more. Hono's Context is invariant in its
    // Env, so that TypeScript does not see the one in the other.
    const verified = await verify(c as Context<E>);
    if (!verified.ok) return verified.answer;
    c.set('webhookEvent', verified.event);
    return next();
  };
}
