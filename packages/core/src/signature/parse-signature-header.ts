import { type Rejection, reject } from '../pipeline/rejection.js';

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

// An honest header has one `t` and a few `v1`. The caps bound the work that an unauthenticated sender can ask for.
const MAX_CHARACTERS = 4096;
const MAX_PAIRS = 32;
const MAX_SIGNATURES = 8;

// Sixteen digits would pass Number.MAX_SAFE_INTEGER.
const CANONICAL_SECONDS = /^(?:0|[1-9][0-9]{0,14})$/;
const SHA256_HEX = /^[0-9a-fA-F]{64}$/;

/**
 * Reads `t=<unix seconds>,v1=<hex>[,v1=<hex>…]` (spec section 5). Never throws, and is linear in the header's length.
 *
 * Pairs come in any order with spaces or tabs around them; unknown keys are ignored; a malformed `v1` is skipped and
 * never hides a good one. Answers a {@link Rejection} with `signature_header_missing`, `signature_header_malformed`,
 * `timestamp_missing` or `signature_missing`.
 */
export function parseSignatureHeader(
  value: string | null | undefined,
): SignatureHeader | Rejection {
  if (value === null || value === undefined || value === '') {
    return reject('signature_header_missing');
  }
  if (value.length > MAX_CHARACTERS) return reject('signature_header_malformed');

  let timestampText: string | undefined;
  let pairs = 0;
  let candidates = 0;
  const signatures: string[] = [];

  for (const part of value.split(',', MAX_PAIRS + 1)) {
    pairs += 1;
    if (pairs > MAX_PAIRS) return reject('signature_header_malformed');
    const pair = trimOptionalWhitespace(part);
    const separator = pair.indexOf('=');
    const key = separator === -1 ? pair : pair.slice(0, separator);
    const text = separator === -1 ? '' : pair.slice(separator + 1);
    switch (key) {
      case 't':
        if (timestampText !== undefined || !CANONICAL_SECONDS.test(text)) {
          return reject('signature_header_malformed');
        }
        timestampText = text;
        break;
      case 'v1':
        candidates += 1;
        if (candidates > MAX_SIGNATURES) return reject('signature_header_malformed');
        if (SHA256_HEX.test(text)) signatures.push(text.toLowerCase());
        break;
      // Keys are case-sensitive. `T` and `V1` are misspellings of keys we know, not schemes of the future.
      case 'T':
      case 'V1':
        return reject('signature_header_malformed');
    }
  }

  if (timestampText === undefined) {
    return reject(value.includes('=') ? 'timestamp_missing' : 'signature_header_malformed');
  }
  if (signatures.length === 0) return reject('signature_missing');
  return { ok: true, timestamp: Number(timestampText), timestampText, signatures };
}

// RFC 9110 section 5.6.3: OWS is spaces and tabs. String.prototype.trim would also eat a byte order mark.
function trimOptionalWhitespace(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isSpaceOrTab(text.charCodeAt(start))) start += 1;
  while (end > start && isSpaceOrTab(text.charCodeAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

function isSpaceOrTab(code: number): boolean {
  return code === 0x20 || code === 0x09;
}
