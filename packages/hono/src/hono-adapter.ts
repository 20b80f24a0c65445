import type { Adapter } from '@screening-webhooks/core/adapter';
import type { Context, Env } from 'hono';
import { honoContext } from './hono-context.js';
import { honoDelivery } from './hono-delivery.js';

/** The `framework` that handlers and resolvers get: `c`, with the bindings and variables of the app. */
export type HonoFramework<E extends Env = Env> = Context<E>;

/** Where requests, contexts and answers are in Hono. */
export function honoAdapter<E extends Env>(): Adapter<[c: Context<E>], Context<E>, Response> {
  return {
    delivery: honoDelivery,
    context: honoContext,
    unroutedTarget: ({ req }) => (req.routePath === '/*' ? req.path : undefined),
    // Not the Response itself: c.body() adds the headers that middleware has set with c.header().
    answer: ({ body, status, headers }, c) => c.body(body, status, headers),
  };
}
