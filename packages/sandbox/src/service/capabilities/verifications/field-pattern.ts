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

/** Checks whether a whole text matches a pattern. */
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
