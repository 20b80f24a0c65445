import { equalMacs } from '#mac';
import type { MaybePromise } from '../async/maybe-promise.js';
import { type Rejection, reject } from '../outcome/rejection.js';
import type { MacKey } from './mac.js';
import type { SignatureHeader } from './parse-signature-header.js';

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

/** Computes the MACs, then compares them. Synchronous where the runtime hashes synchronously. */
export function checkSignature(
  body: Uint8Array,
  header: SignatureHeader,
  keys: readonly MacKey[],
  window: SignatureWindow,
): MaybePromise<Verified | Rejection> {
  const macs = keys.map((key) => key.mac(header.timestampText, body));
  if (macs.every(isReady)) return compareMacs(macs, header, window);
  return Promise.all(macs).then((ready) => compareMacs(ready, header, window));
}

/**
 * Compares every MAC with every candidate, so that the time taken does not tell which one matched. It checks the window
 * last, so that only a genuine signature gets `timestamp_too_old`.
 */
function compareMacs(
  macs: readonly string[],
  { timestamp, signatures }: SignatureHeader,
  { tolerance, now }: SignatureWindow,
): Verified | Rejection {
  let secretIndex = -1;
  for (let index = macs.length - 1; index >= 0; index -= 1) {
    for (const signature of signatures) {
      if (equalMacs(macs[index] ?? '', signature)) secretIndex = index;
    }
  }
  if (secretIndex === -1) return reject('signature_mismatch');

  // Whole seconds, inclusive: a difference of exactly 300 s is accepted (spec section 5, step 5).
  const skew = Math.floor(now / 1000) - timestamp;
  if (skew > tolerance) return reject('timestamp_too_old', { skew });
  if (-skew > tolerance) return reject('timestamp_in_future', { skew });
  return { ok: true, timestamp, secretIndex };
}

function isReady(mac: MaybePromise<string>): mac is string {
  return typeof mac === 'string';
}
