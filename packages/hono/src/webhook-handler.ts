import type { Receiver } from '@screening-webhooks/core';
import type { Context, Env, Handler } from 'hono';

/** A handler for a route of Hono, which receives webhooks. */
export interface WebhookHandler<E extends Env = Env> extends Handler<E> {
  /** The receiver behind it: the one that was given, or the one built from the options. `drain` it at the end. */
  readonly receiver: Receiver<Context<E>>;
}
