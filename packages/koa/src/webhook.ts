import type { NoSchemas, Receiver, ReceiverOptions, Schemas } from '@screening-webhooks/core';
import { receiveWith } from '@screening-webhooks/core/adapter';
import type { Middleware } from 'koa';
import { type KoaFramework, koaAdapter } from './koa-adapter.js';

/** Middleware of Koa, which receives webhooks. */
export interface WebhookMiddleware extends Middleware {
  /** The receiver behind it: the one that was given, or the one built from the options. `drain` it at the end. */
  readonly receiver: Receiver<KoaFramework>;
}

/**
 * Receives webhooks in a Koa 2 or 3 app. It needs the raw body: mount it before the body parser. The `ctx.request.rawBody`
 * of koa-bodyparser is used where it is certain to be exact. Otherwise `RawBodyUnavailableError` is thrown, which Koa answers
 * 500 and emits as `error`. Handlers and resolvers get `ctx` as `framework`.
 *
 * @throws TypeError for a malformed option, naming the option and the fix.
 * @example
 * router.post('/webhooks/screening', webhook({ secret, handlers }));
 */
export function webhook<Given extends Schemas = NoSchemas>(
  options: ReceiverOptions<KoaFramework, Given>,
): WebhookMiddleware;
/** The same with a receiver of `createReceiver`. */
export function webhook<Given extends Schemas = NoSchemas>(
  given: Receiver<KoaFramework> | ReceiverOptions<KoaFramework, Given>,
): WebhookMiddleware;
export function webhook<Given extends Schemas = NoSchemas>(
  given: Receiver<KoaFramework> | ReceiverOptions<KoaFramework, Given>,
): WebhookMiddleware {
  const { receiver, handle } = receiveWith(koaAdapter, given);
  const middleware: Middleware = (ctx) => handle(ctx);
  return Object.assign(middleware, { receiver });
}
