import type { NoSchemas, Receiver, ReceiverOptions, Schemas } from '@screening-webhooks/core';
import { receiveWith, type WithReceiver } from '@screening-webhooks/core/adapter';
import type { Middleware } from 'koa';
import { type KoaFramework, koaAdapter } from './koa-adapter.js';

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
  given: Receiver<KoaFramework> | ReceiverOptions<KoaFramework, Given>,
): WithReceiver<Middleware, KoaFramework> {
  const { receiver, handle } = receiveWith(koaAdapter, given);
  const middleware: Middleware = (ctx) => handle(ctx);
  return Object.assign(middleware, { receiver });
}
