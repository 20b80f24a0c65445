import { type Rejection, reject } from '../outcome/rejection.js';

/**
 * The value of `Service-Signature`, as Node, a gateway or `Headers` gives it. Several values count as one, joined by
 * commas (RFC 9110 section 5.3).
 */
export type HeaderValue =
  | string
  | readonly string[]
  | { get(name: string): string | null }
  | null
  | undefined;

/** A `Service-Signature` header, read but not yet verified. */
export interface SignatureHeader {
  readonly ok: true;
  /** `t` in Unix seconds. */
  readonly timestamp: number;
  /** `t` exactly as sent: the MAC is over this text, not over the number. */
  readonly timestampText: string;
  /** Every usable `v1` in the order sent, as 64 lower-case hex digits. At least one. */
  readonly signatures: readonly string[];
}

// A genuine header has one `t` and a few `v1`. The limits bound the work that an unauthenticated sender can cause.
const MAX_CHARACTERS = 4096;
const MAX_PAIRS = 32;
const MAX_SIGNATURES = 8;

// Sixteen digits would exceed Number.MAX_SAFE_INTEGER.
const CANONICAL_SECONDS = /^(?:0|[1-9][0-9]{0,14})$/;
const SHA256_HEX = /^[0-9a-fA-F]{64}$/;
// The service sends this form unless a secret is being rolled. Every other header takes the slow path.
const USUAL_HEADER = /^t=([1-9][0-9]{0,14}),v1=([0-9a-f]{64})$/;

/**
 * Reads `t=<unix seconds>,v1=<hex>[,v1=<hex>…]` (spec section 5). Never throws, and is linear in the header's length.
 *
 * Pairs come in any order with spaces or tabs around them; unknown keys are ignored; a malformed `v1` is skipped and
 * never hides a good one. Returns a {@link Rejection} with `signature_header_missing`, `signature_header_malformed`,
 * `timestamp_missing` or `signature_missing`.
 */
export function parseSignatureHeader(header: HeaderValue): SignatureHeader | Rejection {
  const value = headerText(header);
  if (value === '') return reject('signature_header_missing');
  const [, time, signature] = USUAL_HEADER.exec(value) ?? [];
  if (time && signature) return signatureHeader(time, [signature]);
  if (value.length > MAX_CHARACTERS) return reject('signature_header_malformed');

  // One more than the limit: enough to see that there are too many.
  const pairs = value.split(',', MAX_PAIRS + 1);
  if (pairs.length > MAX_PAIRS) return reject('signature_header_malformed');
  let timestampText: string | undefined;
  let candidates = 0;
  const signatures: string[] = [];
  for (const pair of pairs) {
    const [name, text] = nameAndText(pair);
    if (name === 't') {
      if (timestampText !== undefined || !CANONICAL_SECONDS.test(text)) {
        return reject('signature_header_malformed');
      }
      timestampText = text;
    } else if (name === 'v1') {
      candidates += 1;
      if (candidates > MAX_SIGNATURES) return reject('signature_header_malformed');
      if (SHA256_HEX.test(text)) signatures.push(text.toLowerCase());
    }
  }

  if (timestampText === undefined) {
    return reject(value.includes('=') ? 'timestamp_missing' : 'signature_header_malformed');
  }
  if (signatures.length === 0) return reject('signature_missing');
  return signatureHeader(timestampText, signatures);
}

/** @throws TypeError when it is something else, such as a number or an object of headers. */
function headerText(header: HeaderValue): string {
  if (typeof header === 'string') return header;
  if (header === null || header === undefined) return '';
  if (Array.isArray(header)) return header.join(', ');
  if (typeof header === 'object' && 'get' in header && typeof header.get === 'function') {
    return header.get('service-signature') ?? '';
  }
  throw new TypeError(
    "header: expected the value of Service-Signature, or Headers. Pass req.headers['service-signature'] or request.headers.",
  );
}

function signatureHeader(timestampText: string, signatures: readonly string[]): SignatureHeader {
  return { ok: true, timestamp: Number(timestampText), timestampText, signatures };
}

/** A pair without the white space around it. Without `=`, all of it is the name. */
function nameAndText(pair: string): readonly [name: string, text: string] {
  let start = 0;
  let end = pair.length;
  while (isSpaceOrTab(pair.charCodeAt(start))) start += 1;
  while (end > start && isSpaceOrTab(pair.charCodeAt(end - 1))) end -= 1;
  const separator = pair.indexOf('=', start);
  if (separator === -1) return [pair.slice(start, end), ''];
  return [pair.slice(start, separator), pair.slice(separator + 1, end)];
}

// RFC 9110 section 5.6.3: OWS is spaces and tabs. String.prototype.trim would also eat a byte order mark.
function isSpaceOrTab(code: number): boolean {
  return code === 0x20 || code === 0x09;
}
