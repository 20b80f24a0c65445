import { RawBodyUnavailableError } from '../errors/raw-body-unavailable-error.js';
import type { Ack } from '../pipeline/ack.js';
import type { Delivery } from '../pipeline/delivery.js';
import { type Rejection, reject } from '../pipeline/rejection.js';

/** What a framework did with the body before we came. */
export interface FetchBodyBefore {
  /** Whether somebody below the framework has read from the request: a body that cannot be had is then gone, not cut off. */
  readonly readBelow?: () => boolean;
  /** The exact bytes of a body that was consumed, where something has kept them. */
  readonly kept?: () => Promise<Uint8Array | undefined>;
  /** Said to the developer when the bytes are gone: what to change in an app of this framework. */
  readonly cure: string;
}

const CURE =
  'Hand the request to the receiver before anything calls json(), text() or formData() on it, or hand over a clone.';

/** A web-standard `Request` as a delivery: its unread stream, else bytes that were kept, else `RawBodyUnavailableError`. */
export function fetchDelivery(
  request: Request,
  bodyBefore: FetchBodyBefore = { cure: CURE },
): Delivery {
  return {
    method: request.method,
    header: (name) => request.headers.get(name),
    // Not request.signal: a sender that goes away makes the stream fail, and Deno logs a warning for whoever asks for it.
    async readBody(limit) {
      const gone = bodyBefore.readBelow?.() ?? false;
      const unread = request.bodyUsed ? undefined : await readUnread(request, limit, gone);
      const body = unread ?? (await bodyBefore.kept?.());
      if (body && 'code' in body) return body;
      // A server below the framework may have read the request: what is left then looks like an empty body.
      const missing = body?.length === 0 && Number(request.headers.get('content-length')) > 0;
      if (!body || missing) throw new RawBodyUnavailableError(bodyBefore.cure);
      return body.length > limit ? reject('body_too_large') : body;
    },
  };
}

/** The ack as a web-standard `Response`. */
export function toResponse(ack: Ack): Response {
  return new Response(ack.body, { status: ack.status, headers: ack.headers });
}

/** The bytes of a request that says it was not read; undefined when they cannot be had all the same. */
function readUnread(
  request: Request,
  limit: number,
  gone: boolean,
): Promise<Uint8Array | Rejection | undefined> {
  // HTTP servers hold a body to its length. Where it is known, the runtime reads the body at once: on Node, merely asking
  // for the stream costs several times as much as the rest of a delivery.
  const length = request.headers.get('content-length');
  return length !== null && Number(length) <= limit
    ? readAtOnce(request, gone)
    : readStream(request, limit);
}

async function readAtOnce(
  request: Request,
  gone: boolean,
): Promise<Uint8Array | Rejection | undefined> {
  try {
    return new Uint8Array(await request.arrayBuffer());
  } catch {
    // A body that somebody else has locked is not used up by our try.
    return request.bodyUsed && !gone ? reject('body_incomplete') : undefined;
  }
}

async function readStream(
  request: Request,
  limit: number,
): Promise<Uint8Array | Rejection | undefined> {
  if (!request.body) return new Uint8Array(0);
  if (request.body.locked) return undefined;
  const reader = request.body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return concatenate(chunks, size);
      size += value.length;
      if (size > limit) break;
      chunks.push(value);
    }
  } catch {
    return reject('body_incomplete');
  }
  reader.cancel().catch(() => {});
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
