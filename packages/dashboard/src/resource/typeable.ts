const MOST = 60;

/** A text as somebody can type it from what they see: without line ends and what has no shape, and no longer than a line. */
export function typeable(text: string): string {
  const seen = text.replaceAll(/[\p{C}\p{Z}]+/gu, ' ').trim();
  return Array.from(seen).slice(0, MOST).join('').trim();
}
