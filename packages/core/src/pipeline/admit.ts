import type { MaybePromise } from '../maybe-promise.js';
import { parseSignatureHeader, type SignatureHeader } from '../signature/parse-signature-header.js';
import type { Deadline, expired } from './deadline.js';
import type { Delivery } from './delivery.js';
import { type Rejection, reject } from './rejection.js';

/** Checks form before work: the body of a delivery that has no chance is never read. */
export function admit(delivery: Delivery, maxBodyBytes: number): SignatureHeader | Rejection {
  if (delivery.method !== 'POST') return reject('method_not_allowed');
  if (!isJson(delivery.header('content-type'))) return reject('unsupported_media_type');
  if (!isIdentity(delivery.header('content-encoding'))) return reject('unsupported_encoding');

  const header = parseSignatureHeader(delivery.header('service-signature'));
  if (!header.ok) return header;
  const tooLarge = Number(delivery.header('content-length')) > maxBodyBytes;
  return tooLarge ? reject('body_too_large') : header;
}

/** The raw body, as long as somebody waits for an answer. */
export function readInTime(
  delivery: Delivery,
  deadline: Deadline,
  limit: number,
): MaybePromise<Uint8Array | Rejection | typeof expired> {
  return delivery.signal
    ? readUnlessAborted(delivery, delivery.signal, deadline, limit)
    : deadline.race(delivery.readBody(limit));
}

async function readUnlessAborted(
  delivery: Delivery,
  signal: AbortSignal,
  deadline: Deadline,
  limit: number,
): Promise<Uint8Array | Rejection | typeof expired> {
  // Nobody is there to be answered any more. A listener left on a long-lived signal would be a leak for each delivery.
  const giveUp = (): void => deadline.expire();
  signal.addEventListener('abort', giveUp, { once: true });
  if (signal.aborted) deadline.expire();
  try {
    return await deadline.race(delivery.readBody(limit));
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}

// Spec section 4: `Content-Type: application/json`. Parameters are ignored; JSON is UTF-8 whatever they say (RFC 8259).
function isJson(contentType: string | null): boolean {
  return (
    contentType === 'application/json' ||
    contentType?.split(';', 1)[0]?.trim().toLowerCase() === 'application/json'
  );
}

// The signature is over the bytes as sent. Inflated bytes are not those.
function isIdentity(contentEncoding: string | null): boolean {
  return contentEncoding === null || contentEncoding.trim().toLowerCase() === 'identity';
}
