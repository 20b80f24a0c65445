/** The median; of an even number of values, the upper one. NaN for an empty list. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The error of the median: twice its standard error, estimated from the quartiles. */
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

/** The value below which a share of the values is: 0.95 for the 95th percentile. NaN for an empty list. */
export function quantile(values: readonly number[], share: number): number {
  const inOrder = [...values].sort((a, b) => a - b);
  return inOrder[Math.min(Math.floor(share * inOrder.length), inOrder.length - 1)] ?? Number.NaN;
}
