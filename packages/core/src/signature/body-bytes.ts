const encoder = /* @__PURE__ */ new TextEncoder();

/**
 * The bytes of the raw body that a caller passed.
 *
 * @throws TypeError for a parsed body: its bytes are gone, and no re-serialisation brings them back.
 */
export function toBytes(body: Uint8Array | string): Uint8Array {
  if (typeof body === 'string') return encoder.encode(body);
  if (isBytes(body)) return body;
  throw new TypeError(
    'body: expected the raw body as a Uint8Array (or the exact text received), got a parsed value. The signature is over the bytes as sent: hand them over before any JSON parser runs.',
  );
}

/** True for a Uint8Array (so for a Buffer) of any realm: test runners give each file its own `Uint8Array`. */
export function isBytes(value: unknown): value is Uint8Array {
  return (
    value instanceof Uint8Array || Object.prototype.toString.call(value) === '[object Uint8Array]'
  );
}
