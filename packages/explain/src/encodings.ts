const encoder = new TextEncoder();
const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The UTF-8 bytes of a text. */
export function encodeUtf8(text: string): Uint8Array {
  return encoder.encode(text);
}

/** The text of UTF-8 bytes, including a byte order mark; undefined when they are not valid UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  return orUndefined(() => strictUtf8.decode(bytes));
}

/** One character per byte. */
export function decodeLatin1(bytes: Uint8Array): string {
  let text = '';
  for (let start = 0; start < bytes.length; start += 8192) {
    text += String.fromCharCode(...bytes.subarray(start, start + 8192));
  }
  return text;
}

/** Base64 with padding. */
export function encodeBase64(bytes: Uint8Array): string {
  return btoa(decodeLatin1(bytes));
}

/** The bytes of base64 or base64url, with or without padding; undefined for an empty or any other text. */
export function decodeBase64(text: string): Uint8Array | undefined {
  const plain = text.replaceAll('-', '+').replaceAll('_', '/');
  if (!/^[A-Za-z0-9+/]{2,}={0,2}$/.test(plain)) return undefined;
  return orUndefined(() => Uint8Array.from(atob(plain), (character) => character.charCodeAt(0)));
}

/** Lower-case hex digits. */
export function encodeHex(bytes: Uint8Array): string {
  let hex = '';
  for (const byte of bytes) hex += byte.toString(16).padStart(2, '0');
  return hex;
}

/** The bytes of an even number of hex digits; undefined for any other text. */
export function decodeHex(text: string): Uint8Array | undefined {
  if (!/^(?:[0-9a-fA-F]{2})+$/.test(text)) return undefined;
  return Uint8Array.from({ length: text.length / 2 }, (_, index) =>
    Number.parseInt(text.slice(2 * index, 2 * index + 2), 16),
  );
}

/** encodeURIComponent; undefined for half of a surrogate pair. */
export function encodePercent(text: string): string | undefined {
  return orUndefined(() => encodeURIComponent(text));
}

/** decodeURIComponent; undefined for a malformed text. */
export function decodePercent(text: string): string | undefined {
  return orUndefined(() => decodeURIComponent(text));
}

/** The value of a JSON text; undefined when it is not valid JSON. */
export function parseJson(text: string): unknown {
  return orUndefined(() => JSON.parse(text));
}

function orUndefined<Value>(convert: () => Value): Value | undefined {
  try {
    return convert();
  } catch {
    return undefined;
  }
}
