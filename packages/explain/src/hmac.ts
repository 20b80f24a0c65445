const HMAC_SHA256 = { name: 'HMAC', hash: 'SHA-256' };

/** Prepares a key of any bytes: unlike a receiver, which takes a secret as text, an explanation also tries other readings of it. */
export function importHmacKey(secret: Uint8Array): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', concatBytes(secret), HMAC_SHA256, false, ['sign']);
}

/** HMAC-SHA256 as 64 lower-case hex digits, over the parts one after the other. */
export async function hmacSha256(key: CryptoKey, ...parts: readonly Uint8Array[]): Promise<string> {
  return toHex(new Uint8Array(await crypto.subtle.sign('HMAC', key, concatBytes(...parts))));
}

/** Lower-case hex. */
export function toHex(bytes: Uint8Array): string {
  let hex = '';
  for (const byte of bytes) hex += byte.toString(16).padStart(2, '0');
  return hex;
}

/** One array of all bytes. */
export function concatBytes(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}
