import { firstCharacters } from '../limits/characters.js';
import { limits } from '../limits/limits.js';

/** The name of a file as it is kept: in one line, and cut. @param otherwise The name of a file that has none. */
export function uploadedName(name: string, otherwise: string): string {
  const line = name.replaceAll(/\p{Cc}/gu, ' ').trim();
  return firstCharacters(limits.reference.most, line) || otherwise;
}
