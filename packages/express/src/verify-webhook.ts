import { createVerifier, type VerifierOptions, type WebhookEvent } from '@screening-webhooks/core';
import type { RequestHandler } from 'express';
import { answer } from './answer.js';
import { expressDelivery } from './express-delivery.js';
import type { ExpressFramework } from './webhook.js';

declare global {
  namespace Express {
    interface Request {
      /** The verified event, behind `verifyWebhook`. */
      webhookEvent?: WebhookEvent;
    }
  }
}

/**
 * Middleware that verifies a delivery, puts its event on `req.webhookEvent` and calls the next handler, which answers.
 * A refused delivery is answered here. There is no dedupe: the service delivers an event more than once. Schemas are for
 * `webhook`: Express has one type for `req`, whatever ran before.
 *
 * @throws TypeError for a malformed option, naming the option and the fix.
 * @example
 * app.post('/webhooks/screening', verifyWebhook({ secret }), (req, res) => { … });
 */
export function verifyWebhook(
  options: Omit<VerifierOptions<ExpressFramework>, 'formData' | 'metadata'>,
): RequestHandler {
  const { verify } = createVerifier(options);
  return async (req, res, next) => {
    // Outside of `try`: in another framework, there is no `next` that would take the error.
    const delivery = expressDelivery(req);
    try {
      const verification = await verify(delivery, { framework: { req, res } });
      if (!verification.ok) return answer(req, res, next, verification.ack);
      req.webhookEvent = verification.event;
    } catch (error) {
      return next(error);
    }
    next();
  };
}
