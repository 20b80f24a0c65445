import type { NoSchemas, Schemas, VerifierOptions, WebhookEvent } from '@screening-webhooks/core';
import { verifyWith } from '@screening-webhooks/core/adapter';
import type { Request, RequestHandler } from 'express';
import { type ExpressFramework, expressAdapter } from './express-adapter.js';

declare global {
  namespace Express {
    interface Request {
      /** The verified event, behind `verifyWebhook`. With the types of your schemas: `res.locals.webhookEvent`. */
      webhookEvent?: WebhookEvent | undefined;
    }
  }
}

/** The properties that `verifyWebhook` adds to `res.locals`. Handlers of the same route get its type without naming it. */
export interface WebhookEventLocals<Given extends Schemas = NoSchemas> {
  /** The verified event, with the types of the schemas. */
  webhookEvent: WebhookEvent<Given>;
}

/** A handler for any route. The handlers after it on its route see {@link WebhookEventLocals}. */
export type VerifyingHandler<Given extends Schemas = NoSchemas> = RequestHandler &
  RequestHandler<
    Request['params'],
    unknown,
    Request['body'],
    Request['query'],
    WebhookEventLocals<Given>
  >;

/**
 * Middleware that verifies a delivery, puts its event on `res.locals.webhookEvent` and `req.webhookEvent`, and calls the
 * next handler, which answers. A refused delivery is answered here. There is no dedupe: the service delivers an event more
 * than once.
 *
 * @throws TypeError for a malformed option, naming the option and the fix.
 * @example
 * app.post('/webhooks/screening', verifyWebhook({ secret }), (req, res) => { … res.locals.webhookEvent … });
 */
export function verifyWebhook<Given extends Schemas = NoSchemas>(
  options: VerifierOptions<ExpressFramework, Given>,
): VerifyingHandler<Given> {
  const verify = verifyWith(expressAdapter, options);
  const handler: RequestHandler = async (req, res, next) => {
    try {
      const verified = await verify(req, res);
      if (!verified.ok) return;
      res.locals['webhookEvent'] = verified.event;
      req.webhookEvent = verified.event;
    } catch (error) {
      // In another framework there is no `next`, and its error handling gets the rejection.
      if (!next) throw error;
      return next(error);
    }
    next();
  };
  return handler;
}
