import type { NoSchemas, Receiver, ReceiverOptions, Schemas } from '@screening-webhooks/core';
import { receiveWith } from '@screening-webhooks/core/adapter';
import type { Context, Env, Handler } from 'hono';
import { honoAdapter } from './hono-adapter.js';
import type { WebhookHandler } from './webhook-handler.js';

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
  options: ReceiverOptions<Context<E>, Given>,
): WebhookHandler<E>;
/** The same with a receiver of `createReceiver`. */
export function webhook<E extends Env, Given extends Schemas = NoSchemas>(
  given: Receiver<Context<E>> | ReceiverOptions<Context<E>, Given>,
): WebhookHandler<E>;
export function webhook<E extends Env, Given extends Schemas = NoSchemas>(
  given: Receiver<Context<E>> | ReceiverOptions<Context<E>, Given>,
): WebhookHandler<E> {
  const { receiver, handle } = receiveWith(honoAdapter<E>(), given);
  const handler: Handler<E> = (c) => handle(c);
  return Object.assign(handler, { receiver });
}
