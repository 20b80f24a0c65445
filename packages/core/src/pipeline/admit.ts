import { parseSignatureHeader, type SignatureHeader } from '../signature/parse-signature-header.js';
import type { Arrival } from './arrival.js';
import { type Deadline, expired } from './deadline.js';
import type { Delivery } from './delivery.js';
import { type Rejected, rejected } from './outcome.js';
import { type Rejection, reject } from './rejection.js';

/** A delivery in the right form, with its raw body. */
export interface Admitted {
  readonly header: SignatureHeader;
  readonly body: Uint8Array;
}

/** Checks form before work: the body of a delivery that has no chance is never read. */
export async function admit(
  { delivery, deadline }: Arrival<unknown>,
  maxBodyBytes: number,
): Promise<Admitted | Rejected> {
  if (delivery.method !== 'POST') return rejected(reject('method_not_allowed'));
  if (!isJson(delivery.header('content-type'))) return rejected(reject('unsupported_media_type'));
  if (!isIdentity(delivery.header('content-encoding')))
    return rejected(reject('unsupported_encoding'));

  const header = parseSignatureHeader(delivery.header('service-signature'));
  if (!header.ok) return rejected(header);
  if (Number(delivery.header('content-length')) > maxBodyBytes)
    return rejected(reject('body_too_large'));

  const body = await readInTime(delivery, deadline, maxBodyBytes);
  if (body === expired) return rejected(reject('body_incomplete'));
  return 'code' in body ? rejected(body) : { header, body };
}

async function readInTime(
  delivery: Delivery,
  deadline: Deadline,
  limit: number,
): Promise<Uint8Array | Rejection | typeof expired> {
  const { signal } = delivery;
  if (!signal) return deadline.race(delivery.readBody(limit));

  // Nobody is there to be answered any more. A listener left on a long-lived signal would be a leak for each delivery.
  signal.addEventListener('abort', deadline.expire, { once: true });
  if (signal.aborted) deadline.expire();
  try {
    return await deadline.race(delivery.readBody(limit));
  } finally {
    signal.removeEventListener('abort', deadline.expire);
  }
}

// Spec section 4: `Content-Type: application/json`. Parameters are ignored; JSON is UTF-8 whatever they say (RFC 8259).
function isJson(contentType: string | null): boolean {
  return contentType?.split(';', 1)[0]?.trim().toLowerCase() === 'application/json';
}

// The signature is over the bytes as sent. Inflated bytes are not those.
function isIdentity(contentEncoding: string | null): boolean {
  return contentEncoding === null || contentEncoding.trim().toLowerCase() === 'identity';
}
