import { limits } from '../limits/limits.js';
import type { FieldError } from './field.js';

/** The most characters of a text that is shown again after it was refused, and of a field of a document. */
export const longest = limits.documentField.most;

/** Whether a text has characters that no keyboard has, and that the database cannot always keep. */
export function hasControlCharacters(text: string): boolean {
  return /\p{Cc}/u.test(text);
}

/** The error of a field whose text cannot be kept as it was sent. */
export function unreadableText(field: string, label: string): FieldError {
  const message = `${label}: we could not read some characters. Enter it again.`;
  return { field, message, isSecret: true };
}
