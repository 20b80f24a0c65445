/** Escapes `%` and `:` in a part of a key whose parts are joined by colons, so that no two keys are the same. */
export function escapeKeyPart(part: string): string {
  // Most parts have neither, and a regular expression costs more than two searches.
  if (!part.includes(':') && !part.includes('%')) return part;
  return part.replace(/[%:]/g, encodeURIComponent);
}
