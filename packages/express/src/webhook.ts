import type { NoSchemas, Receiver, ReceiverOptions, Schemas } from '@screening-webhooks/core';
import { receiveWith } from '@screening-webhooks/core/adapter';
import type { RequestHandler } from 'express';
import { type ExpressFramework, expressAdapter } from './express-adapter.js';

/** A handler for a route of Express, which receives webhooks. */
export interface WebhookHandler extends RequestHandler {
  /** The receiver behind it: the one that was given, or the one built from the options. `drain` it at the end. */
  readonly receiver: Receiver<ExpressFramework>;
}

/**
 * Receives webhooks on a route of an Express 4 or 5 app. It needs the raw body: mount it before the JSON parser, or give
 * the parser `{ verify: keepRawBody }`. Without either, `RawBodyUnavailableError` goes to the app's error handler.
 *
 * @throws TypeError for a malformed option, naming the option and the fix.
 * @example
 * const screening = webhook({ secret, handlers });
 * app.post('/webhooks/screening', screening);
 * process.once('SIGTERM', () => screening.receiver.drain());
 */
export function webhook<Given extends Schemas = NoSchemas>(
  options: ReceiverOptions<ExpressFramework, Given>,
): WebhookHandler;
/** The same with a receiver of `createReceiver`. */
export function webhook<Given extends Schemas = NoSchemas>(
  given: Receiver<ExpressFramework> | ReceiverOptions<ExpressFramework, Given>,
): WebhookHandler;
export function webhook<Given extends Schemas = NoSchemas>(
  given: Receiver<ExpressFramework> | ReceiverOptions<ExpressFramework, Given>,
): WebhookHandler {
  const { receiver, handle } = receiveWith(expressAdapter, given);
  // In another framework there is no `next`, and its error handling gets the rejection.
  const handler: RequestHandler = (req, res, next) => handle(req, res).catch(next);
  return Object.assign(handler, { receiver });
}
