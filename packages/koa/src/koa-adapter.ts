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
  unroutedTarget(ctx) {
    // Set by koa-mount, by @koa/router and koa-router, and by koa-route.
    const isRouted = ctx['mountPath'] ?? ctx['_matchedRoute'] ?? ctx['routePath'];
    return isRouted ? undefined : ctx.originalUrl;
  },
};
