import type { Answer } from '../api/operations.js';
import { formatTime } from '../clock/local-time.js';
import { BarKey, Bars } from '../ui/bars.js';
import { successRate } from './success-rate.js';

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
