import type { ReceiveContext } from '@screening-webhooks/core';
import type { FrameworkContext } from '@screening-webhooks/core/adapter';
import type { Context, Env } from 'hono';
import { nodeIncoming } from './node-incoming.js';

/** The context for resolvers and handlers, with the runtime's `waitUntil` where it has one. */
export function honoContext<E extends Env>(c: Context<E>): FrameworkContext<Context<E>> {
  const waitUntil = waitUntilOf(c);
  return waitUntil ? { framework: c, waitUntil } : { framework: c };
}

function waitUntilOf(c: Context): ReceiveContext['waitUntil'] {
  // The error that the getter throws costs as much as verifying a delivery.
  if (nodeIncoming(c.env)) return undefined;
  try {
    const { executionCtx } = c;
    // Never read before it is called: hono/vercel before 4.8 passes a context without it, which the receiver gets over.
    return (work) => executionCtx.waitUntil(work);
  } catch {
    // The getter throws where there is none: on Node, Deno and Bun, and in app.request().
    return undefined;
  }
}
