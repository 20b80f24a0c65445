import { ignorePromise } from '../async/maybe-promise.js';
import { rejected } from '../outcome/ended.js';
import type { Rejected } from '../outcome/outcome.js';
import { type RejectionCode, reject } from '../outcome/rejection.js';
import { parseSignatureHeader, type SignatureHeader } from '../signature/parse-signature-header.js';
import type { Delivery } from './delivery.js';

/** Checks method, headers and the announced size, so that the body of a hopeless delivery is never read. */
export function admit(delivery: Delivery, maxBodyBytes: number): SignatureHeader | Rejected {
  if (delivery.method !== 'POST') return refuse('method_not_allowed');
  if (!isJson(headerOf(delivery, 'content-type'))) return refuse('unsupported_media_type');
  if (!isIdentity(headerOf(delivery, 'content-encoding'))) return refuse('unsupported_encoding');

  const header = parseSignatureHeader(headerOf(delivery, 'service-signature'));
  if (!header.ok) return rejected(header);
  const tooLarge = Number(headerOf(delivery, 'content-length')) > maxBodyBytes;
  return tooLarge ? refuse('body_too_large') : header;
}

// Spec section 4: `Content-Type: application/json`. Parameters are ignored; JSON is UTF-8 whatever they say (RFC 8259).
function isJson(contentType: string | null): boolean {
  return contentType?.split(';', 1)[0]?.trim().toLowerCase() === 'application/json';
}

// The signature is over the bytes as sent. Inflated bytes are not those.
function isIdentity(contentEncoding: string | null): boolean {
  return contentEncoding === null || contentEncoding.trim().toLowerCase() === 'identity';
}

// The value comes from an adapter, maybe from a gateway's object of headers: anything but text counts as not sent.
function headerOf(delivery: Delivery, name: string): string | null {
  const value: unknown = delivery.header(name);
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.join(', ');
  ignorePromise(value);
  return null;
}

function refuse(code: RejectionCode): Rejected {
  return rejected(reject(code));
}
