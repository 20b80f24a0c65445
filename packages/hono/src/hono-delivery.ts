import type { Delivery } from '@screening-webhooks/core';
import { fetchDelivery, wrongRequest } from '@screening-webhooks/core/adapter';
import type { Context, HonoRequest } from 'hono';
import { nodeIncoming } from './node-incoming.js';

const FIX =
  'In Hono: mount this route before the validator or middleware that reads the body, or read the body there with `await c.req.arrayBuffer()`, whose exact bytes Hono keeps.';

/**
 * A Hono request as a delivery: the unread stream, else the bytes that Hono has kept, else `RawBodyUnavailableError`.
 *
 * @throws TypeError for what another framework passes to its handlers.
 */
export function honoDelivery(c: Context): Delivery {
  if (!c?.req?.raw) throw wrongRequest('the context of Hono', c);
  const { req, env } = c;
  const incoming = nodeIncoming(env);
  // Not c.req.arrayBuffer(): it has no limit, and after c.req.json() Hono before 4.8.12 serialises the body anew.
  return fetchDelivery(req.raw, {
    wasRead: () => incoming?.readableDidRead ?? false,
    rawBody: () => keptBytes(req.bodyCache),
    fix: FIX,
  });
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
