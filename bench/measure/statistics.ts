/** The middle one; of an even number, the upper of the two. NaN when there is none. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** How far the median may well be from the true one: twice its standard error, told from the quartiles. */
export function errorOfMedian(values: readonly number[]): number {
  const deviation = (quantile(values, 0.75) - quantile(values, 0.25)) / 1.349;
  return (2 * 1.253 * deviation) / Math.sqrt(values.length);
}

/** The same values in random order. */
export function shuffled<T>(values: readonly T[]): T[] {
  return values
    .map((value) => ({ value, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ value }) => value);
}

function quantile(values: readonly number[], share: number): number {
  const inOrder = [...values].sort((a, b) => a - b);
  return inOrder[Math.min(Math.floor(share * inOrder.length), inOrder.length - 1)] ?? Number.NaN;
}
