import type { Ack } from '@screening-webhooks/core';
import { sendAck } from '@screening-webhooks/core/node';
import type { Context } from 'koa';

/**
 * Answers through `ctx`, so that the middleware around us sees the status and can still set headers. Writes nothing when
 * something else has answered, or when the sender is gone: Koa and `sendAck` see to that.
 */
export function answer(ack: Ack, ctx: Context): void {
  ctx.status = ack.status;
  ctx.set(ack.headers);
  ctx.body = ack.body;
  if (ctx.req.complete) return;
  // The rest of the body is still on its way. Koa would end the answer and leave the connection to a body that nobody
  // reads, or that has no end; sendAck drains it or closes. Only here does what is set after `await next()` come too late.
  ctx.respond = false;
  sendAck(ctx.req, ctx.res, ack);
}
