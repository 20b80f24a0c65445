/** The body as received. Text stands for its UTF-8 bytes: use it only if it was never parsed or decoded. */
export type RawBody = Uint8Array | ArrayBuffer | string;

const encoder = /* @__PURE__ */ new TextEncoder();

/**
 * The bytes of the raw body that a caller passed.
 *
 * @throws TypeError for a parsed body: its bytes are gone, and no re-serialisation brings them back.
 */
export function toBytes(body: RawBody): Uint8Array {
  if (typeof body === 'string') return encoder.encode(body);
  if (isBytes(body)) return body;
  if (isArrayBuffer(body)) return new Uint8Array(body);
  const got = body === undefined || body === null ? String(body) : 'a parsed value';
  throw new TypeError(
    `body: expected the raw body as a Uint8Array or ArrayBuffer (or the exact text received), got ${got}. The signature is over the bytes as sent: pass them before any JSON parser runs.`,
  );
}

/** True for a Uint8Array (so for a Buffer) of any realm: test runners give each file its own `Uint8Array`. */
export function isBytes(value: unknown): value is Uint8Array {
  return (
    value instanceof Uint8Array || Object.prototype.toString.call(value) === '[object Uint8Array]'
  );
}

function isArrayBuffer(value: unknown): value is ArrayBuffer {
  return Object.prototype.toString.call(value) === '[object ArrayBuffer]';
}
