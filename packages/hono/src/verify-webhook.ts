import {
  createVerifier,
  type NoSchemas,
  type Schemas,
  type VerifierOptions,
  type WebhookEvent,
} from '@screening-webhooks/core';
import type { Context, Env, MiddlewareHandler } from 'hono';
import { honoContext } from './hono-context.js';
import { honoDelivery } from './hono-delivery.js';

/** What `verifyWebhook` adds to a route's context. For `app.use()`, add it to the app's own: `Hono<AppEnv & WebhookEventEnv>`. */
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
  const { verify } = createVerifier(options);
  return async (c, next) => {
    // Resolvers are written for the app's context, this is it with one variable more. Hono's Context is invariant in its
    // Env, so that TypeScript does not see the one in the other.
    const verification = await verify(honoDelivery(c), honoContext(c as Context<E>));
    if (!verification.ok) {
      const { body, status, headers } = verification.ack;
      return c.body(body, status, headers);
    }
    c.set('webhookEvent', verification.event);
    return next();
  };
}
