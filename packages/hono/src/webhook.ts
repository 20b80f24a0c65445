import type { NoSchemas, Receiver, ReceiverOptions, Schemas } from '@screening-webhooks/core';
import { asReceiver } from '@screening-webhooks/core/adapter';
import type { Context, Env, Handler } from 'hono';
import { honoContext } from './hono-context.js';
import { honoDelivery } from './hono-delivery.js';

/**
 * Receives webhooks on a route of a Hono 4 app, on any runtime. It needs the raw body: mount it before what reads the
 * body. Otherwise `RawBodyUnavailableError` goes to the app's `onError`. Handlers and resolvers get `c` as `framework`.
 *
 * @throws TypeError for a malformed option, naming the option and the fix.
 * @example
 * const app = new Hono();
 * // Of hono/adapter: bindings on Workers, environment variables elsewhere. An empty string is answered 503.
 * const secret = (c: Context) => env<{ SCREENING_SECRET?: string }>(c).SCREENING_SECRET ?? '';
 * app.post('/webhooks/screening', webhook({ secret, handlers }));
 */
export function webhook<E extends Env, Given extends Schemas = NoSchemas>(
  receiver: Receiver<Context<E>> | ReceiverOptions<Context<E>, Given>,
): Handler<E> {
  const { receive } = asReceiver(receiver);
  return async (c) => {
    const ack = await receive(honoDelivery(c), honoContext(c));
    // Not the Response itself: c.body() adds the headers that middleware has set with c.header().
    return c.body(ack.body, ack.status, ack.headers);
  };
}
