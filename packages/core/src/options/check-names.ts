/**
 * Refuses an option that does not exist: a misspelt one would silently leave its default in place.
 *
 * @throws TypeError naming the option that was probably meant, or all of them.
 */
export function checkNames(options: object, names: readonly string[], usage: string): void {
  for (const name of Object.keys(options)) {
    if (names.includes(name)) continue;
    const meant = findNearName(name, names);
    // Both are there, so the unknown one is not a misspelling of the other.
    if (meant !== undefined && meant in options) continue;
    const hint =
      meant === undefined ? `The options are ${names.join(', ')}.` : `Did you mean ${meant}?`;
    throw new TypeError(`${name}: unknown option of ${usage}. ${hint}`);
  }
}

/** @throws TypeError that shows the call, when the options are not an object. */
export function checkOptions(options: unknown, usage: string): asserts options is object {
  if (typeof options === 'object' && options !== null) return;
  const got = options === null ? 'null' : typeof options;
  throw new TypeError(`options: expected an object, got ${got}. Call ${usage}.`);
}

/** The name that was probably meant, if there is one. */
export function findNearName(name: string, names: readonly string[]): string | undefined {
  return names.find((known) => isOneEditAway(name.toLowerCase(), known.toLowerCase()));
}

/** One letter, or two neighbours, are different: what remains without the common start and end is at most that long. */
function isOneEditAway(a: string, b: string): boolean {
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  return Math.max(a.length, b.length) - start - end <= 2;
}
