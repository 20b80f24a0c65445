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
// What the service sends unless a secret is being rolled. Every other header takes the slow path.
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

  let timestampText: string | undefined;
  let pairs = 0;
  let candidates = 0;
  const signatures: string[] = [];

  // By index: splitting and trimming would allocate a string for every part.
  for (let next = 0; next <= value.length; ) {
    pairs += 1;
    if (pairs > MAX_PAIRS) return reject('signature_header_malformed');
    const start = next;
    const end = indexOrEnd(value, ',', start, value.length);
    next = end + 1;

    const from = afterWhitespace(value, start);
    const to = beforeWhitespace(value, end);
    const separator = indexOrEnd(value, '=', from, to);
    switch (value.slice(from, separator)) {
      case 't': {
        const text = value.slice(separator + 1, to);
        if (timestampText !== undefined || !CANONICAL_SECONDS.test(text)) {
          return reject('signature_header_malformed');
        }
        timestampText = text;
        break;
      }
      case 'v1': {
        candidates += 1;
        if (candidates > MAX_SIGNATURES) return reject('signature_header_malformed');
        const text = value.slice(separator + 1, to);
        if (SHA256_HEX.test(text)) signatures.push(text.toLowerCase());
        break;
      }
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

function indexOrEnd(text: string, character: string, from: number, end: number): number {
  const index = text.indexOf(character, from);
  return index === -1 || index > end ? end : index;
}

// RFC 9110 section 5.6.3: OWS is spaces and tabs. String.prototype.trim would also eat a byte order mark.
// The comma behind the pair, or the end of the text, ends it at the latest.
function afterWhitespace(text: string, from: number): number {
  let index = from;
  while (isSpaceOrTab(text.charCodeAt(index))) index += 1;
  return index;
}

// A pair of nothing but spaces then ends before it starts, and counts as empty.
function beforeWhitespace(text: string, end: number): number {
  let index = end;
  while (isSpaceOrTab(text.charCodeAt(index - 1))) index -= 1;
  return index;
}

function isSpaceOrTab(code: number): boolean {
  return code === 0x20 || code === 0x09;
}
