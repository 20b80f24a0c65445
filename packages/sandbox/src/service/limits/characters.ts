/** Checks whether a text has more Unicode characters than `most`. A surrogate pair is one, as in `maxLength` of JSON Schema. */
export function isLongerThan(most: number, text: string): boolean {
  // A character has one or two UTF-16 units, so most texts need no count.
  if (text.length <= most) return false;
  if (text.length > 2 * most) return true;
  return Array.from(text).length > most;
}

/** Checks whether a text has half of a surrogate pair. Such a text is not Unicode, so neither UTF-8 nor the database can keep it. */
export function hasUnpairedSurrogate(text: string): boolean {
  return /\p{Surrogate}/u.test(text);
}

/** Checks whether the database can keep a text: it has neither U+0000 nor half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && !hasUnpairedSurrogate(text);
}

export function firstCharacters(most: number, text: string): string {
  if (text.length <= most) return text;
  // Cut before it is split: the text may be very long.
  return Array.from(text.slice(0, 2 * most))
    .slice(0, most)
    .join('');
}

/** Returns the first characters of a text, with an ellipsis if it has more. */
export function cutTo(most: number, text: string): string {
  return isLongerThan(most, text) ? `${firstCharacters(most, text)}…` : text;
}
