import type { Ack } from '@screening-webhooks/core';
import type { Context, Env } from 'hono';
import { honoContext } from './hono-context.js';
import { honoDelivery } from './hono-delivery.js';

/** What handlers and resolvers get as `framework`: `c`, with the bindings and variables of the app. */
export type HonoFramework<E extends Env = Env> = Context<E>;

/** Where requests, contexts and answers are in Hono. */
export const honoAdapter = {
  delivery: honoDelivery,
  context: honoContext,
  // Not the Response itself: c.body() adds the headers that middleware has set with c.header().
  answer: ({ body, status, headers }: Ack, c: Context): Response => c.body(body, status, headers),
};
