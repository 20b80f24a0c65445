import type { MaybePromise } from '../async/maybe-promise.js';

/**
 * The HMAC key of one signing secret, prepared once. Two files implement it, and the import condition `#mac` of this
 * package picks one: `mac-node.ts` (synchronous `node:crypto`) or `mac-web.ts` (WebCrypto, everywhere else).
 */
export interface MacKey {
  /** HMAC-SHA256 of `<timestamp>.<body>` (spec section 5) as 64 lower-case hex digits. `timestamp` has 15 digits at most. */
  mac(timestamp: string, body: Uint8Array): MaybePromise<string>;
}

/** The exports of `#mac`. */
export interface MacModule {
  /** The key is the secret's UTF-8 bytes as they are; nothing is base64-decoded. */
  createMacKey(secret: string): MacKey;
  /** Compares two MACs (64 lower-case hex digits each) in a time that does not depend on where they differ. */
  equalMacs(a: string, b: string): boolean;
}
