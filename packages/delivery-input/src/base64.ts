// Engines limit the number of arguments of a call.
const CHUNK = 8192;

/** Base64 with padding (RFC 4648 section 4). */
export function encodeBase64(bytes: Uint8Array): string {
  let text = '';
  for (let start = 0; start < bytes.length; start += CHUNK) {
    text += String.fromCharCode(...bytes.subarray(start, start + CHUNK));
  }
  return btoa(text);
}

/** The bytes of base64 with padding. Undefined for any other text: `atob` alone forgives white space and loose ends. */
export function decodeBase64(base64: string): Uint8Array | undefined {
  const text = latin1Of(base64);
  if (text === undefined || btoa(text) !== base64) return undefined;
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index += 1) bytes[index] = text.charCodeAt(index);
  return bytes;
}

function latin1Of(base64: string): string | undefined {
  try {
    return atob(base64);
  } catch {
    return undefined;
  }
}
