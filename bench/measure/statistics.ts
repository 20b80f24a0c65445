/** The middle one; of an even number, the upper of the two. NaN when there is none. */
export function median(values: readonly number[]): number {
  return sorted(values)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Half the distance between the quartiles. */
export function spread(values: readonly number[]): number {
  const inOrder = sorted(values);
  const at = (share: number): number =>
    inOrder[Math.floor(share * (inOrder.length - 1))] ?? Number.NaN;
  return (at(0.75) - at(0.25)) / 2;
}

/** The same values in random order. */
export function shuffled<T>(values: readonly T[]): T[] {
  return values
    .map((value) => ({ value, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ value }) => value);
}

function sorted(values: readonly number[]): number[] {
  return [...values].sort((a, b) => a - b);
}
