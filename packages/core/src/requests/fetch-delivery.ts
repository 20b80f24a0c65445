import type { MaybePromise } from '../async/maybe-promise.js';
import { ignoreErrors } from '../async/maybe-promise.js';
import { RawBodyUnavailableError } from '../errors/errors.js';
import type { Ack } from '../outcome/ack.js';
import { type Rejection, reject } from '../outcome/rejection.js';
import type { Delivery } from '../pipeline/delivery.js';
import { isBytes } from '../signature/body-bytes.js';

/** The body after the framework has handled the request, before the receiver sees it. */
export interface FetchBodyFallback {
  /** The exact bytes, where something has kept them. */
  readonly rawBody?: (() => MaybePromise<Uint8Array | undefined>) | undefined;
  /** Whether something below the framework has read from the request. A body that cannot be read is then gone, not cut off. */
  readonly wasRead?: (() => boolean) | undefined;
  /** For the developer, when the bytes are gone: what to change in an app of this framework. */
  readonly fix: string;
}

const DECODED =
  'The request streams text instead of bytes: pass the request as the server received it.';
const FIX =
  'Pass the request to the receiver before anything calls json(), text() or formData() on it, or pass a clone.';

/**
 * A web-standard `Request` as a delivery: its unread stream, else the kept bytes, else `RawBodyUnavailableError`.
 *
 * @throws TypeError for the request or the context of a framework, naming the function for it.
 */
export function fetchDelivery(
  request: Request,
  consumed: FetchBodyFallback = { fix: FIX },
): Delivery {
  if (typeof request?.headers?.get !== 'function' || typeof request.arrayBuffer !== 'function') {
    throw wrongRequest('a web-standard Request', request);
  }
  return {
    method: request.method,
    header: (name) => request.headers.get(name),
    // No `signal`: when the sender goes away the stream fails, and Deno logs a warning when request.signal is read.
    async readBody(limit) {
      const wasRead = consumed.wasRead?.() ?? false;
      const length = request.headers.get('content-length');
      // HTTP servers enforce Content-Length. Where it is known, the runtime reads the whole body: on Node, creating the
      // stream costs several times as much as the rest of a delivery.
      const isKnown = length !== null && Number(length) <= limit;
      const reading = isKnown ? readAtOnce(request, wasRead) : readStream(request, limit);
      const body = (await reading) ?? (await consumed.rawBody?.());
      if (body && 'code' in body) return body;
      // A server below the framework may have read the request. The rest then looks like an empty body.
      const missing = body?.length === 0 && (wasRead || Number(length) > 0);
      if (!body || missing) throw new RawBodyUnavailableError(consumed.fix);
      return body;
    },
  };
}

/** The ack as a web-standard `Response`. */
export function toResponse({ body, status, headers }: Ack): Response {
  return new Response(body, { status, headers });
}

// The bytes of a request whose body was not used; undefined when they cannot be read nevertheless.

async function readAtOnce(
  request: Request,
  wasRead: boolean,
): Promise<Uint8Array | Rejection | undefined> {
  if (request.bodyUsed) return undefined;
  try {
    return new Uint8Array(await request.arrayBuffer());
  } catch {
    // Trying to read a locked body does not mark it as used.
    return request.bodyUsed && !wasRead ? reject('body_incomplete') : undefined;
  }
}

async function readStream(
  request: Request,
  limit: number,
): Promise<Uint8Array | Rejection | undefined> {
  if (request.bodyUsed || request.body?.locked) return undefined;
  if (!request.body) return new Uint8Array(0);
  const reader = request.body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return concatenate(chunks, size);
      if (!isBytes(value)) throw new RawBodyUnavailableError(DECODED);
      size += value.length;
      if (size > limit) break;
      chunks.push(value);
    }
  } catch (error) {
    if (error instanceof RawBodyUnavailableError) throw error;
    return reject('body_incomplete');
  }
  void ignoreErrors(() => reader.cancel());
  return reject('body_too_large');
}

function concatenate(chunks: readonly Uint8Array[], size: number): Uint8Array {
  if (chunks.length === 1 && chunks[0]) return chunks[0];
  const body = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    body.set(chunk, offset);
    offset += chunk.length;
  }
  return body;
}

/** The properties by which a request or a context of a framework is recognised. */
interface Given {
  readonly app?: unknown;
  readonly headers?: { readonly get?: unknown };
  readonly httpVersion?: unknown;
  readonly node?: unknown;
  readonly raw?: unknown;
  readonly req?: { readonly headers?: { readonly get?: unknown }; readonly raw?: unknown };
  readonly request?: { readonly headers?: unknown };
  readonly res?: unknown;
  readonly routeOptions?: unknown;
}

/**
 * The error for something that is not the request which a function takes: its message names what it is, and the cure.
 * Without it, the delivery would be refused for what the object has not: 405 without `method`, 500 without `headers.get`.
 */
export function wrongRequest(expected: string, given: unknown): TypeError {
  const { app, headers, httpVersion, node, raw, req, request, res, routeOptions }: Given =
    typeof given === 'object' && given !== null ? given : {};
  let got: string = given === null ? 'null' : typeof given;
  let cure = '';
  const from = (framework: string): void => {
    got = `what ${framework} passes`;
    cure = `Use webhook(receiver) of @screening-webhooks/${framework.toLowerCase()}.`;
  };

  if (req?.raw) from('Hono');
  else if (req && request) from('Koa');
  else if (raw && routeOptions) from('Fastify');
  else if (typeof req?.headers?.get === 'function') {
    got = 'an object that has it as `req`';
    cure = 'Pass that.';
  } else if (node) {
    got = 'what h3 passes';
    cure = 'Pass toWebRequest(event).';
  } else if (app && res) from('Express');
  else if (httpVersion) {
    got = 'what Node passes';
    cure = 'Use listener(receiver) of @screening-webhooks/core/node.';
  } else if (request?.headers) {
    got = 'an object that has it as `request`';
    cure = 'Pass that.';
  } else if (typeof headers?.get === 'function') {
    got = 'a Request';
    cure = 'Use receiver.fetch(request).';
  }
  return new TypeError(`request: expected ${expected}, got ${got}. ${cure}`.trim());
}
