import type { MacKey } from './mac.js';

const encoder = /* @__PURE__ */ new TextEncoder();
const HMAC_SHA256 = { name: 'HMAC', hash: 'SHA-256' };

export function createMacKey(secret: string): MacKey {
  // Imported on first use: edge runtimes do not allow asynchronous work at module scope.
  let imported: Promise<CryptoKey> | undefined;
  return {
    async mac(timestamp, body) {
      imported ??= crypto.subtle.importKey('raw', encoder.encode(secret), HMAC_SHA256, false, [
        'sign',
      ]);
      return toHex(await crypto.subtle.sign('HMAC', await imported, signedBytes(timestamp, body)));
    },
  };
}

// subtle.verify compares in constant time too, but would hash the body again for every `v1`.
export function equalMacs(a: string, b: string): boolean {
  let difference = a.length ^ b.length;
  for (let index = 0; index < a.length; index += 1) {
    difference |= a.charCodeAt(index) ^ b.charCodeAt(index);
  }
  return difference === 0;
}

function signedBytes(timestamp: string, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const prefix = encoder.encode(`${timestamp}.`);
  const bytes = new Uint8Array(prefix.length + body.length);
  bytes.set(prefix);
  bytes.set(body, prefix.length);
  return bytes;
}

// A table, because a `toString` for each byte would take as long as the hash.
const HEX_OF_BYTE = /* @__PURE__ */ Array.from({ length: 256 }, (_, byte) =>
  byte.toString(16).padStart(2, '0'),
);

function toHex(bytes: ArrayBuffer): string {
  let hex = '';
  for (const byte of new Uint8Array(bytes)) hex += HEX_OF_BYTE[byte];
  return hex;
}
