import type { NoSchemas, Receiver, Schemas } from '@screening-webhooks/core';
import { type ReceiverOptionsWithStore, receiveWithStore } from '@screening-webhooks/core/adapter';
import type { Context, Env, Handler } from 'hono';
import { honoAdapter } from './hono-adapter.js';
import type { WebhookHandler } from './webhook-handler.js';

/**
 * `webhook` for bundles that must be small: the same, but `dedupe` has to be given. A bundle of it has no store in memory,
 * which the isolates of an edge runtime would not share anyway.
 *
 * @throws TypeError for a malformed option, and without `dedupe`, naming the option and the fix.
 * @example
 * import { webhook } from '@screening-webhooks/hono/edge';
 * const dedupe = (c: Context) => durableObjectStore(c.env.DEDUPE);
 * app.post('/webhooks/screening', webhook({ secret, dedupe, handlers }));
 */
export function webhook<E extends Env, Given extends Schemas = NoSchemas>(
  options: ReceiverOptionsWithStore<Context<E>, Given>,
): WebhookHandler<E>;
/** The same with a receiver of `createReceiver`. */
export function webhook<E extends Env, Given extends Schemas = NoSchemas>(
  given: Receiver<Context<E>> | ReceiverOptionsWithStore<Context<E>, Given>,
): WebhookHandler<E>;
export function webhook<E extends Env, Given extends Schemas = NoSchemas>(
  given: Receiver<Context<E>> | ReceiverOptionsWithStore<Context<E>, Given>,
): WebhookHandler<E> {
  const { receiver, handle } = receiveWithStore(honoAdapter<E>(), given);
  const handler: Handler<E> = (c) => handle(c);
  return Object.assign(handler, { receiver });
}
