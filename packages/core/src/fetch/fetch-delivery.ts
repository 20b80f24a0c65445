import { RawBodyUnavailableError } from '../errors/raw-body-unavailable-error.js';
import type { Ack } from '../pipeline/ack.js';
import type { Delivery } from '../pipeline/delivery.js';
import { type Rejection, reject } from '../pipeline/rejection.js';

/** A web-standard `Request` as a delivery. */
export function fetchDelivery(request: Request): Delivery {
  return {
    method: request.method,
    header: (name) => request.headers.get(name),
    readBody: (limit) => readBody(request, limit),
    signal: request.signal,
  };
}

/** The ack as a web-standard `Response`. */
export function toResponse(ack: Ack): Response {
  return new Response(ack.body, { status: ack.status, headers: ack.headers });
}

async function readBody(request: Request, limit: number): Promise<Uint8Array | Rejection> {
  if (request.bodyUsed || request.body?.locked) {
    throw new RawBodyUnavailableError(
      'Hand the request to the receiver before anything calls json(), text() or formData() on it, or hand over a clone.',
    );
  }
  if (!request.body) return new Uint8Array(0);

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
