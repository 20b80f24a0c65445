import { type ConsumedBody, type Delivery, fetchDelivery } from '@screening-webhooks/core';
import type { Context, HonoRequest } from 'hono';
import { headerOf, isUntouched, nodeIncoming } from './node-incoming.js';

const FIX =
  'In Hono: mount this route before the validator or middleware that reads the body, or read the body there with `await c.req.arrayBuffer()`, whose exact bytes Hono keeps.';

/** A Hono request as a delivery: the unread stream, else the bytes that Hono has kept, else `RawBodyUnavailableError`. */
export function honoDelivery({ req, env }: Context): Delivery {
  const incoming = nodeIncoming(env);
  // Not c.req.arrayBuffer(): it has no limit, and after c.req.json() Hono before 4.8.12 serialises the body anew.
  const consumed: ConsumedBody = {
    wasRead: () => incoming?.readableDidRead ?? false,
    rawBody: () => keptBytes(req.bodyCache),
    fix: FIX,
  };
  // On Node, building Headers costs as much as verifying a delivery.
  return incoming && isUntouched(req.raw, incoming)
    ? fetchDelivery(req.raw, consumed, (name) => headerOf(incoming, name))
    : fetchDelivery(req.raw, consumed);
}

// Every Hono 4 fills these two from the request itself and from nothing else: what it derives from text or JSON, it does
// not cache. `text`, `json` and `formData` are decoded. A read that failed gives undefined.
async function keptBytes(cache: HonoRequest['bodyCache']): Promise<Uint8Array | undefined> {
  try {
    const kept = cache.arrayBuffer ?? (await cache.blob)?.arrayBuffer();
    return kept && new Uint8Array(await kept);
  } catch {
    return undefined;
  }
}
