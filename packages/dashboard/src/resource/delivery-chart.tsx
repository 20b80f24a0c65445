import type { Answer } from '../api/operations.js';
import { formatTime } from '../clock/local-time.js';
import { BarKey, Bars } from '../ui/bars.js';

/** Deliveries by when they were created: which succeeded, and which failed. */
export function DeliveryChart({
  statistics: { buckets, byStatus, from, to },
}: {
  statistics: Answer<'getWebhookDeliveryStatistics'>;
}) {
  const bars = buckets.map(({ start, succeeded, failed }) => ({
    label: `${formatTime(start)}: ${succeeded} succeeded, ${failed} failed`,
    good: succeeded,
    bad: failed,
  }));
  const sentence = successRate(byStatus);
  return (
    <figure className="flex flex-col gap-2">
      <Bars bars={bars} label={`Deliveries over time. ${sentence}`} />
      <figcaption className="flex flex-wrap justify-between gap-x-4 gap-y-1 text-xs text-muted">
        <span>{formatTime(from)}</span>
        <span>{formatTime(to)}</span>
        <span className="flex gap-3">
          <BarKey colour="bg-ok" name="Succeeded" />
          <BarKey colour="bg-bad" name="Failed" />
        </span>
      </figcaption>
      <p>{sentence}</p>
    </figure>
  );
}

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
