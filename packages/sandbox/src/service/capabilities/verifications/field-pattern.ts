import { createHash } from 'node:crypto';
import { isLongerThan } from '../../limits/characters.js';

/** A part of a pattern: a number of characters of one kind. */
interface Part {
  /** Matches one of these characters. */
  readonly kind: RegExp;
  readonly least: number;
  readonly most: number;
}

const parts =
  /(\\d|\\[^\w\s]|\[(?:\\.|[^\]\\])+\]|[^\s\\[\](){}*+?|^$.])(?:(\?)|\{(\d\d?)(?:,(\d\d?))?\})?/guy;

/**
 * Reads the pattern of a field: characters, `\d` and classes, each with `?`, `{n}` or `{n,m}`. Tenants may write patterns, and
 * other regular expressions could take unbounded time.
 *
 * @returns `undefined` for any other pattern.
 */
export function readPattern(pattern: string): readonly Part[] | undefined {
  const found = [...pattern.matchAll(parts)];
  if (found.length === 0 || found.map(([all]) => all).join('') !== pattern) return undefined;
  try {
    return found.map(([, kind = '', optional, least = '1', most = least]) => ({
      kind: new RegExp(kind, 'gu'),
      least: optional ? 0 : Number(least),
      most: Number(most),
    }));
  } catch {
    // A class such as `[z-a]`.
    return undefined;
  }
}

/** The length of the longest text that a pattern matches, in characters. */
export function greatestLength(pattern: readonly Part[]): number {
  return pattern.reduce((length, { most }) => length + most, 0);
}

/** Whether a text matches a readable pattern. The number of steps is the parts of the pattern times the characters. */
export function matchesPattern(pattern: string, text: string): boolean {
  const read = readPattern(pattern) ?? [];
  if (isLongerThan(greatestLength(read), text)) return false;
  const characters = [...text];
  // For each position, whether the parts so far match the text up to it.
  let ends = [true, ...characters.map(() => false)];
  for (const { kind, least, most } of read) {
    const ofKind = new Set(text.match(kind));
    let kindFrom = 0;
    let lastStart = -1;
    ends = ends.map((_, end) => {
      const character = characters[end - 1];
      if (character !== undefined && !ofKind.has(character)) kindFrom = end;
      if (end >= least && ends[end - least]) lastStart = end - least;
      return lastStart >= Math.max(kindFrom, end - most);
    });
  }
  return ends.at(-1) === true;
}

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const signs = ' !"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~';
const USUAL_LENGTH = 8;

/** The possible values of each part of a text. */
export type Choices = readonly (readonly string[])[];

/** @returns the possible values of each character of a matching text, or `undefined` if a character is not in ASCII. */
export function choicesOf(pattern: string): Choices | undefined {
  const choices: (readonly string[])[] = [];
  for (const { kind, least, most } of readPattern(pattern) ?? []) {
    const usual = letters.match(kind) ?? signs.match(kind);
    if (!usual && least > 0) return undefined;
    const length = usual ? Math.max(least, Math.min(most, USUAL_LENGTH)) : 0;
    choices.push(...Array.from({ length }, () => usual ?? []));
  }
  return choices;
}

/** Chooses a text, always the same for a seed. Takes one hash for a text of any length. */
export function choose(choices: Choices, seed: string): string {
  const outputLength = choices.length;
  const numbers = createHash('shake256', { outputLength }).update(seed).digest();
  return choices.map((from, index) => from[(numbers[index] ?? 0) % from.length]).join('');
}
