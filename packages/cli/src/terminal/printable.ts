/**
 * Text from elsewhere, fit for a terminal: control characters are written out as escapes, so that a receiver's answer
 * cannot move the cursor, and what is longer than `limit` characters is cut and counted.
 */
export function printable(bytes: Uint8Array | string, limit = 2000): string {
  const text = typeof bytes === 'string' ? bytes : decodeText(bytes);
  const shown = text.length > limit ? text.slice(0, limit) : text;
  const rest = text.length - shown.length;
  const escaped = shown.replace(controlCharacters, (character) =>
    JSON.stringify(character).length > 3
      ? JSON.stringify(character).slice(1, -1)
      : `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  );
  return rest === 0 ? escaped : `${escaped}… and ${rest} more characters`;
}

/** Bytes as text, a byte order mark included. */
export function decodeText(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

// C0 but for the newline, DEL, C1, the byte order mark, and what turns the direction of writing.
const controlCharacters = /[^\P{Cc}\n]|[\ufeff\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;
