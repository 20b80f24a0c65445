import { checkNames, checkOptions, readClock } from '../options/check-options.js';
import type { Rejection } from '../outcome/rejection.js';
import { type RawBody, toBytes } from './body-bytes.js';
import { checkSignature, checkTolerance, type Verified } from './check-signature.js';
import { type HeaderValue, parseSignatureHeader } from './parse-signature-header.js';
import { verifyingKeys } from './signing-keys.js';

/** Options of {@link verifySignature} and {@link verifyEvent}. */
export interface VerifySignatureOptions {
  /** The endpoint's signing secret; several while it is being rolled. */
  readonly secret: string | readonly string[];
  /** Seconds that `t` may differ from the receiver's clock, in either direction. Default 300 (spec section 8). */
  readonly tolerance?: number | undefined;
  /** The clock, in milliseconds since the epoch. Default `Date.now`. */
  readonly now?: (() => number) | undefined;
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
  checkNames(
    options,
    // Stryker disable next-line BooleanLiteral: only the names are read.
    { secret: true, tolerance: true, now: true },
    'verifySignature and verifyEvent',
  );
  const bytes = toBytes(body);
  const keys = verifyingKeys(options.secret);
  const tolerance = checkTolerance(options.tolerance);
  const parsed = parseSignatureHeader(header);
  if (!parsed.ok) return parsed;
  const now = readClock(options.now ?? Date.now);
  return checkSignature(bytes, parsed, keys, { tolerance, now });
}
