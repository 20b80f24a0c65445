/** The values of a script's reply, two by two. */
export function pairsOf(values: readonly string[]): readonly (readonly [string, string])[] {
  const pairs: [string, string][] = [];
  for (let index = 0; index + 1 < values.length; index += 2) {
    pairs.push([values[index] ?? '', values[index + 1] ?? '']);
  }
  return pairs;
}
