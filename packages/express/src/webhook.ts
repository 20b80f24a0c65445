import type { Ack, NoSchemas, Receiver, ReceiverOptions, Schemas } from '@screening-webhooks/core';
import { asReceiver } from '@screening-webhooks/core/adapter';
import type { Request, RequestHandler, Response } from 'express';
import { answer } from './answer.js';
import { expressDelivery } from './express-delivery.js';

/** What handlers and resolvers get as `framework`. */
export interface ExpressFramework {
  readonly req: Request;
  readonly res: Response;
}

/**
 * Receives webhooks on a route of an Express 4 or 5 app. It needs the raw body: mount it before the JSON parser, or give
 * the parser `{ verify: keepRawBody }`. Without either, `RawBodyUnavailableError` goes to the app's error handler.
 *
 * @throws TypeError for a malformed option, naming the option and the fix.
 * @example
 * app.post('/webhooks/screening', webhook({ secret, handlers }));
 */
export function webhook<Given extends Schemas = NoSchemas>(
  receiver: Receiver<ExpressFramework> | ReceiverOptions<ExpressFramework, Given>,
): RequestHandler {
  const { receive } = asReceiver(receiver);
  return async (req, res, next) => {
    // Outside of `try`: in another framework, there is no `next` that would take the error.
    const delivery = expressDelivery(req);
    let ack: Ack;
    try {
      ack = await receive(delivery, { framework: { req, res } });
    } catch (error) {
      return next(error);
    }
    answer(req, res, next, ack);
  };
}
