import { equalMacs } from '#mac';
import { type Rejection, reject } from '../outcome/rejection.js';
import type { MacKey } from './mac.js';
import type { SignatureHeader } from './parse-signature-header.js';

// Seconds between `t` and the receiver's clock, in either direction (spec sections 5 and 8).
const DEFAULT_TOLERANCE = 300;
const MOST_SECONDS = 86_400;

/** A delivery whose signature is genuine and whose timestamp is inside the window. */
export interface Verified {
  readonly ok: true;
  /** `t` in Unix seconds. */
  readonly timestamp: number;
  /** The index of the secret that signed it. Remove the old secret when no delivery has its index any more. */
  readonly secretIndex: number;
}

/** The seconds that `t` may differ from a clock in milliseconds. */
export interface SignatureWindow {
  readonly tolerance: number;
  readonly now: number;
}

/**
 * Checks a signature, then its window: only a genuine signature gets `timestamp_too_old`. Every MAC is compared with every
 * candidate, so that the time taken does not tell which one matched.
 */
export async function checkSignature(
  body: Uint8Array,
  { timestamp, timestampText, signatures }: SignatureHeader,
  keys: readonly MacKey[],
  { tolerance, now }: SignatureWindow,
): Promise<Verified | Rejection> {
  let secretIndex = -1;
  for (const [index, key] of keys.entries()) {
    const mac = await key.mac(timestampText, body);
    for (const signature of signatures) {
      if (equalMacs(mac, signature) && secretIndex === -1) secretIndex = index;
    }
  }
  if (secretIndex === -1) return reject('signature_mismatch');

  // Whole seconds, inclusive: a difference of exactly 300 s is accepted (spec section 5, step 5).
  const skew = Math.floor(now / 1000) - timestamp;
  if (skew > tolerance) return reject('timestamp_too_old', { skew });
  if (-skew > tolerance) return reject('timestamp_in_future', { skew });
  return { ok: true, timestamp, secretIndex };
}

/** @throws TypeError when it is not a finite number of at least 0: NaN would switch the check off without a word. */
export function checkTolerance(tolerance: number = DEFAULT_TOLERANCE): number {
  if (!Number.isFinite(tolerance) || tolerance < 0) {
    throw new TypeError(
      `tolerance: expected seconds, a finite number of at least 0, got ${String(tolerance)}. Leave it out for the 300 s of the specification.`,
    );
  }
  if (tolerance > MOST_SECONDS) {
    throw new TypeError(
      `tolerance: ${tolerance} looks like milliseconds. Give seconds: ${tolerance / 1000}. More than a day would switch the check off.`,
    );
  }
  return tolerance;
}
