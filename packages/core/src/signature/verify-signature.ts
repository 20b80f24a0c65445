import type { MaybePromise } from '../async/maybe-promise.js';
import { readClock } from '../async/read-clock.js';
import { checkNames, checkOptions } from '../options/check-names.js';
import type { Rejection } from '../outcome/rejection.js';
import { type RawBody, toBytes } from './body-bytes.js';
import { checkSignature, type Verified } from './check-signature.js';
import { type HeaderValue, parseSignatureHeader } from './parse-signature-header.js';
import { signingKeys } from './signing-keys.js';
import { checkTolerance } from './tolerance.js';

/** Options of {@link verifySignature} and {@link verifyEvent}. */
export interface VerifySignatureOptions {
  /** The endpoint's signing secret; several while it is being rolled. */
  readonly secret: string | readonly string[];
  /** Seconds that `t` may differ from the receiver's clock, in either direction. Default 300 (spec section 8). */
  readonly tolerance?: number;
  /** The clock, in milliseconds since the epoch. Default `Date.now`. */
  readonly now?: () => number;
}

/**
 * Verifies a `Service-Signature` header over the raw body (spec section 5). A fault of the
 * delivery is returned as a {@link Rejection}, never thrown.
 *
 * @throws TypeError for a malformed option, naming the option and the fix.
 * @example
 * const result = await verifySignature(body, request.headers.get('Service-Signature'), { secret });
 * if (!result.ok) return new Response(result.code, { status: 400 });
 */
export async function verifySignature(
  body: RawBody,
  header: HeaderValue,
  options: VerifySignatureOptions,
): Promise<Verified | Rejection> {
  checkOptions(options, 'verifySignature(body, header, { secret })');
  return verifyBytes(toBytes(body), header, options);
}

/** {@link verifySignature}, synchronous where the runtime hashes synchronously. */
export function verifyBytes(
  body: Uint8Array,
  header: HeaderValue,
  options: VerifySignatureOptions,
): MaybePromise<Verified | Rejection> {
  checkNames(
    options,
    // Stryker disable next-line BooleanLiteral: only the names are read.
    { secret: true, tolerance: true, now: true },
    'verifySignature and verifyEvent',
  );
  const keys = signingKeys(options.secret);
  const tolerance = checkTolerance(options.tolerance);
  const parsed = parseSignatureHeader(header);
  if (!parsed.ok) return parsed;
  const now = readClock(options.now ?? Date.now);
  return checkSignature(body, parsed, keys, { tolerance, now });
}
