/** All names of an options type: an option that is added to the type does not compile until it is listed. */
export type OptionNames<Options> = Readonly<Record<keyof Options, true>>;

/**
 * Refuses an option that does not exist: a misspelt one would silently leave its default in place.
 *
 * @param usage What has the options, such as `a receiver` or `memoryStore`.
 * @throws TypeError naming the option that was probably meant, or all of them.
 */
export function checkNames<Options extends object>(
  options: Options,
  names: OptionNames<Options>,
  usage: string,
): void {
  const unknown = unknownOption(options, names, usage);
  if (unknown) throw new TypeError(`${unknown.name}: ${unknown.problem}`);
}

/** An option that does not exist, and what to say of it. Undefined: there is none. */
export function unknownOption<Options extends object>(
  options: Options,
  names: OptionNames<Options>,
  usage: string,
): { readonly name: string; readonly problem: string } | undefined {
  const known = Object.keys(names);
  for (const name of Object.keys(options)) {
    if (known.includes(name)) continue;
    const meant = findNearName(name, known);
    // Both are there, so the unknown one is not a misspelling of the other.
    if (meant !== undefined && meant in options) continue;
    const all = known.length > 0 ? `The options are ${known.join(', ')}.` : 'It has none.';
    const hint = meant === undefined ? all : `Did you mean ${meant}?`;
    return { name, problem: `unknown option of ${usage}. ${hint}` };
  }
  return undefined;
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
