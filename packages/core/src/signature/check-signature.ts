import { equalMacs } from '#mac';
import { type Rejection, reject } from '../pipeline/rejection.js';
import type { MacKey } from './mac.js';
import type { SignatureHeader } from './parse-signature-header.js';

/** A delivery whose signature is genuine and whose timestamp is inside the window. */
export interface Verified {
  readonly ok: true;
  /** `t` in Unix seconds. */
  readonly timestamp: number;
  /** Which of the given secrets signed it: 0 is the first. Tells when a rotated secret can go. */
  readonly secretIndex: number;
}

/**
 * MAC first, then window, so that `timestamp_too_old` is only ever said of a genuine signature.
 * Every key is compared with every candidate: the time taken says nothing about which one matched.
 */
export async function checkSignature(
  body: Uint8Array,
  header: SignatureHeader,
  keys: readonly MacKey[],
  window: { readonly tolerance: number; readonly now: number },
): Promise<Verified | Rejection> {
  const candidates = header.signatures.map(decodeHex);
  let secretIndex = -1;
  for (const [index, key] of keys.entries()) {
    const expected = await key.mac(header.timestampText, body);
    let matched = false;
    for (const candidate of candidates) matched = equalMacs(expected, candidate) || matched;
    if (matched && secretIndex === -1) secretIndex = index;
  }
  if (secretIndex === -1) return reject('signature_mismatch');

  // Whole seconds, inclusive: at exactly 300 s the delivery is still good (spec section 5, step 5).
  const skew = Math.floor(window.now / 1000) - header.timestamp;
  if (skew > window.tolerance) return reject('timestamp_too_old', { skew });
  if (-skew > window.tolerance) return reject('timestamp_in_future', { skew });
  return { ok: true, timestamp: header.timestamp, secretIndex };
}

/** Decodes lower-case hex, which is what the parser hands over. */
function decodeHex(hex: string): Uint8Array {
  const bytes = new Uint8Array(hex.length / 2);
  for (let index = 0; index < bytes.length; index += 1) {
    bytes[index] = nibble(hex.charCodeAt(2 * index)) * 16 + nibble(hex.charCodeAt(2 * index + 1));
  }
  return bytes;
}

function nibble(code: number): number {
  return code <= 0x39 ? code - 0x30 : code - 0x61 + 10;
}
