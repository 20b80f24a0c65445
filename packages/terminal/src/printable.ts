/**
 * Makes untrusted text safe to print: control characters are escaped, so that a receiver's answer cannot move the cursor.
 * Text longer than `limit` characters is cut, with a count of the rest.
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

/** Decodes UTF-8 and keeps a byte order mark. */
export function decodeText(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

// C0 except the newline, DEL, C1, the byte order mark, line separators and bidirectional controls.
const controlCharacters = /[^\P{Cc}\n]|[\ufeff\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;
