import type { Answer } from '../api/operations.js';
import { formatTime } from '../clock/local-time.js';
import { BarKey, Bars } from '../ui/bars.js';
import { deliverySentence } from './delivery-sentence.js';

export function DeliveryChart({
  statistics: { buckets, byStatus, from, to },
}: {
  statistics: Answer<'getWebhookDeliveryStatistics'>;
}) {
  const bars = buckets.map(({ start, succeeded, retrying, failed }) => ({
    label: `${formatTime(start)}: ${succeeded} succeeded, ${retrying} being retried, ${failed} failed`,
    good: succeeded,
    pending: retrying,
    bad: failed,
  }));
  const sentence = deliverySentence(byStatus);
  return (
    <figure className="flex flex-col gap-2">
      <p>{sentence}</p>
      <Bars bars={bars} label={`Deliveries over time. ${sentence}`} />
      <figcaption className="flex flex-wrap justify-between gap-x-4 gap-y-1 text-xs text-muted">
        <span>{formatTime(from)}</span>
        <span>{formatTime(to)}</span>
        <span className="flex flex-wrap gap-x-3">
          <BarKey colour="bg-ok" name="Succeeded" />
          <BarKey colour="bg-amber" name="Being retried" />
          <BarKey colour="bg-bad" name="Failed" />
        </span>
      </figcaption>
    </figure>
  );
}
