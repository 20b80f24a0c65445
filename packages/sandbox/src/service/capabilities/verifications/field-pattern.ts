/** A part of a pattern: so many characters of one kind. */
interface Part {
  readonly kind: RegExp;
  readonly least: number;
  readonly most: number;
}

const parts =
  /(\\d|\\[^\w\s]|\[(?:\\.|[^\]\\])+\]|[^\s\\[\](){}*+?|^$.])(?:(\?)|\{(\d\d?)(?:,(\d\d?))?\})?/guy;

/**
 * Reads the pattern of a field: characters, `\d` and classes, each with `?`, `{n}` or `{n,m}`. A tenant may write one, and the time
 * that any other regular expression takes has no bound.
 *
 * @returns undefined for another pattern.
 */
export function readPattern(pattern: string): readonly Part[] | undefined {
  const found = [...pattern.matchAll(parts)];
  if (found.length === 0 || found.map(([all]) => all).join('') !== pattern) return undefined;
  try {
    return found.map(([, kind, optional, least = '1', most = least]) => ({
      kind: new RegExp(`^${kind}$`, 'u'),
      least: optional ? 0 : Number(least),
      most: Number(most),
    }));
  } catch {
    // A class such as `[z-a]`.
    return undefined;
  }
}

export function matchesPattern(pattern: string, text: string): boolean {
  const characters = [...text];
  let ends: ReadonlySet<number> = new Set([0]);
  for (const { kind, least, most } of readPattern(pattern) ?? []) {
    const next = new Set<number>();
    for (const start of ends) {
      for (let count = 0; count <= most; count += 1) {
        if (count >= least) next.add(start + count);
        if (!kind.test(characters[start + count] ?? '')) break;
      }
    }
    ends = next;
  }
  return ends.has(characters.length);
}

const letters = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'];
const signs = [...' !"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'];
const USUAL_LENGTH = 8;

/**
 * @param pick Chooses a number from 0, and below the one that it is given.
 * @returns undefined for a pattern that needs a character which is not in ASCII.
 */
export function makeMatch(pattern: string, pick: (below: number) => number): string | undefined {
  const made = (readPattern(pattern) ?? []).map(({ kind, least, most }) => {
    const usual = [letters, signs]
      .map((characters) => characters.filter((one) => kind.test(one)))
      .find(({ length }) => length > 0);
    if (!usual) return least === 0 ? '' : undefined;
    const length = Math.max(least, Math.min(most, USUAL_LENGTH));
    return Array.from({ length }, () => usual[pick(usual.length)]).join('');
  });
  return made.includes(undefined) ? undefined : made.join('');
}
