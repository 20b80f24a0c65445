import { checkNames, checkOptions } from '../options/check-options.js';
import { type RawBody, toBytes } from './body-bytes.js';
import { signingKeys } from './signing-keys.js';

/** Options of {@link signBody}. */
export interface SignBodyOptions {
  /** The signing secret; several give one `v1` each, as the service sends while a secret is being rolled. */
  readonly secret: string | readonly string[];
  /** `t` in Unix seconds. Default: now. */
  readonly timestamp?: number | undefined;
}

/**
 * Signs a body as the service does (spec section 5) and returns the `Service-Signature` header. It exists so
 * that tests sign for real instead of mocking {@link verifySignature}.
 *
 * @throws TypeError for a malformed option, naming the option and the fix.
 * @example
 * const header = await signBody(JSON.stringify(event), { secret: 'whsec_test' });
 */
export async function signBody(body: RawBody, options: SignBodyOptions): Promise<string> {
  checkOptions(options, 'signBody(body, { secret })');
  // Stryker disable next-line BooleanLiteral: only the names are read.
  checkNames(options, { secret: true, timestamp: true }, 'signBody');
  const timestamp = options.timestamp ?? Math.floor(Date.now() / 1000);
  if (!Number.isSafeInteger(timestamp) || timestamp < 0 || timestamp > 999_999_999_999_999) {
    throw new TypeError(
      `timestamp: expected whole Unix seconds, got ${String(timestamp)}. Divide milliseconds by 1000 and round down.`,
    );
  }
  const bytes = toBytes(body);
  let header = `t=${timestamp}`;
  for (const key of signingKeys(options.secret)) {
    header += `,v1=${await key.mac(String(timestamp), bytes)}`;
  }
  return header;
}
