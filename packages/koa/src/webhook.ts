import type { NoSchemas, Receiver, ReceiverOptions, Schemas } from '@screening-webhooks/core';
import { asReceiver } from '@screening-webhooks/core/adapter';
import type { Context, Middleware } from 'koa';
import { answer } from './answer.js';
import { koaDelivery } from './koa-delivery.js';

/**
 * Receives webhooks in a Koa 2 or 3 app. It needs the raw body: mount it before the body parser. What koa-bodyparser
 * leaves in `ctx.request.rawBody` is used where it is certain to be exact. Otherwise `RawBodyUnavailableError` is thrown,
 * which Koa answers 500 and emits as `error`. Handlers and resolvers get `ctx` as `framework`.
 *
 * @throws TypeError for a malformed option, naming the option and the fix.
 * @example
 * router.post('/webhooks/screening', webhook({ secret, handlers }));
 */
export function webhook<Given extends Schemas = NoSchemas>(
  receiver: Receiver<Context> | ReceiverOptions<Context, Given>,
): Middleware {
  const { receive } = asReceiver(receiver);
  return async (ctx) => {
    answer(ctx, await receive(koaDelivery(ctx), { framework: ctx }));
  };
}
