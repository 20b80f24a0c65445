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
  return `${succeeded} of ${ended} deliveries succeeded (${shareOf(succeeded, ended)}).`;
}

/** A part of a whole that is not 0, in per cent. Rounded down: 100 % is said of no whole that has a failure. */
export function shareOf(part: number, whole: number): string {
  const percent = Math.floor((part / whole) * 100);
  return `${part > 0 && percent < 1 ? 'less than 1' : percent} %`;
}
