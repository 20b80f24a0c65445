/** How many of the deliveries that have ended were acknowledged, in a sentence. */
export function successRate({
  succeeded,
  failed,
}: {
  readonly succeeded: number;
  readonly failed: number;
}): string {
  const ended = succeeded + failed;
  if (ended === 0) return 'No delivery has ended.';
  if (failed === 0)
    return ended === 1 ? 'The only delivery succeeded.' : `All ${ended} deliveries succeeded.`;
  if (succeeded === 0)
    return ended === 1 ? 'The only delivery failed.' : `All ${ended} deliveries failed.`;
  // Rounded down: 100 % is said of no row that has a failure.
  const percent = Math.floor((succeeded / ended) * 100);
  return `${succeeded} of ${ended} deliveries succeeded (${percent < 1 ? 'less than 1' : percent} %).`;
}
