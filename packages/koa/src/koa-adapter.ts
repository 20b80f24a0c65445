import type { Adapter } from '@screening-webhooks/core/adapter';
import type { Context } from 'koa';
import { answer } from './answer.js';
import { koaDelivery } from './koa-delivery.js';

/** The `framework` that handlers and resolvers get: `ctx`. */
export type KoaFramework = Context;

/** Where requests, contexts and answers are in Koa. */
export const koaAdapter: Adapter<[ctx: Context], KoaFramework, void> = {
  delivery: koaDelivery,
  context: (ctx) => ({ framework: ctx }),
  answer,
};
