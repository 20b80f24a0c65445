import type { IncomingMessage } from 'node:http';
import type { Delivery } from '@screening-webhooks/core';
import { isBytes, wrongRequest } from '@screening-webhooks/core/adapter';
import { nodeDelivery } from '@screening-webhooks/core/node';
import type { Context, Request } from 'koa';

const FIX =
  'In Koa: mount this route before the body parser, or set ctx.disableBodyParser = true for its path before koa-bodyparser runs; give koa-body { includeUnparsed: true }.';

/** Where body parsers and platforms leave what they have read. */
interface ReadBefore {
  readonly rawBody?: unknown;
  readonly body?: unknown;
}

/**
 * A Koa request as a delivery.
 *
 * @throws TypeError for what another framework passes to its handlers.
 */
export function koaDelivery(ctx: Context): Delivery {
  if (!ctx?.req || !ctx.request) throw wrongRequest('the context of Koa', ctx);
  const { req, request } = ctx;
  return nodeDelivery(req, { rawBody: () => keptBytes(req, request), fix: FIX });
}

function keptBytes(
  req: IncomingMessage & ReadBefore,
  request: Request & ReadBefore,
): Uint8Array | undefined {
  // Firebase keeps the bytes on Node's request; a parser for raw bodies leaves them in `body`.
  const kept = [request.rawBody, req.rawBody, request.body].find(isBytes);
  if (kept) return kept;
  // The text that koa-bodyparser and koa-body have decoded.
  const text = request.rawBody ?? unparsedBody(request.body);
  return typeof text === 'string' ? encodeBack(text, req) : undefined;
}

/** koa-body 6 leaves the text in the parsed body, under a symbol that JSON cannot name. */
function unparsedBody(body: unknown): unknown {
  return typeof body === 'object' && body !== null
    ? Reflect.get(body, Symbol.for('unparsedBody'))
    : undefined;
}

/**
 * The bytes that a text was decoded from, where that is certain: decoding UTF-8 drops a byte order mark, puts U+FFFD for
 * what is not UTF-8, and changes nothing else. The right length alone does not prove it: U+FFFD has 3 bytes and may stand for 1,
 * 2 or 3, so that it can hide a difference of its own or make up for a mark. Without U+FFFD, only the mark is left, and
 * its 3 bytes are missed.
 */
function encodeBack(text: string, { headers }: IncomingMessage): Uint8Array | undefined {
  const bytes = Buffer.from(text);
  const complete = Number(headers['content-length'] ?? Number.NaN) === bytes.length;
  return complete && !bytes.includes('\uFFFD') ? bytes : undefined;
}
