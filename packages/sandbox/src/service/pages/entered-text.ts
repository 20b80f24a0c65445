import { limits } from '../limits/limits.js';

/** The most characters of a text that is shown again after it was refused, and of a field of a document. */
export const longest = limits.documentField.most;

/** Whether a text has characters that no keyboard has, and that the database cannot always keep. */
export function hasControlCharacters(text: string): boolean {
  return /\p{Cc}/u.test(text);
}
