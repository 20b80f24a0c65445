import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Answer } from '../api/operations.js';
import { operationQuery } from '../api/use-operation.js';
import { useNow } from '../clock/use-clock.js';
import { Bars } from '../ui/bars.js';
import { Card } from '../ui/card.js';
import { ChoiceLink } from '../ui/link-button.js';
import { deliverySentence } from './delivery-sentence.js';
import { Loaded } from './detail.js';
import { useFilters } from './filter-bar.js';

type Statistics = Answer<'getWebhookDeliveryStatistics'>;

const ranges = { '24h': '24 hours', '7d': '7 days', '30d': '30 days' } as const;
const DAY_MS = 86_400_000;
// The length of a bar for 7 days. For 30 days, a bar is longer.
const STEP_MS = DAY_MS / 4;

/** The range of the charts of a page, which the URL keeps, and its name. */
export function useRange() {
  const { range } = useFilters();
  const chosen = range === '7d' || range === '30d' ? range : '24h';
  return [chosen, ranges[chosen]] as const;
}

/** The deliveries in the range of the page, by time of creation. @param query The deliveries of the last 24 hours. */
export function DeliveryCard({
  title = 'Deliveries',
  query,
  endpointId,
  children,
}: {
  title?: string;
  query: UseQueryResult<Statistics>;
  /** Default: all endpoints. */
  endpointId?: string;
  children?: ReactNode;
}) {
  const { range: _range, ...others } = useFilters();
  const [range] = useRange();
  const start = useNow(false) - Number.parseInt(range, 10) * DAY_MS;
  // The start of the first bar, so that the value seldom changes. Exclusive, so a millisecond earlier.
  const createdAfter = new Date(Math.floor(start / STEP_MS) * STEP_MS - 1).toISOString();
  const longer = useQuery({
    ...operationQuery('getWebhookDeliveryStatistics', {
      query: { createdAfter, ...(endpointId && { endpointId }) },
    }),
    enabled: range !== '24h',
    placeholderData: (shown) => shown ?? query.data,
  });
  return (
    <Card
      title={title}
      actions={
        <nav aria-label="Range" className="flex gap-1">
          {Object.entries(ranges).map(([each, words]) => (
            <ChoiceLink
              key={each}
              to="."
              search={each === '24h' ? others : { ...others, range: each }}
              isChosen={each === range}
              className={`rounded-md px-2 py-0.5 hover:bg-raised ${each === range ? 'bg-accent-soft font-medium text-accent' : 'text-muted'}`}
            >
              {words}
            </ChoiceLink>
          ))}
        </nav>
      }
    >
      {children}
      <Loaded query={range === '24h' ? query : longer}>{chartOf}</Loaded>
    </Card>
  );
}

function chartOf({ buckets, byStatus, total, complete }: Statistics) {
  return (
    <>
      <p>
        {deliverySentence(byStatus)}
        {!complete && ` Only the newest ${total.toLocaleString('en-US')} are counted.`}
      </p>
      <Bars
        label="Deliveries over time"
        bars={buckets.map((bucket) => ({ at: bucket.start, parts: partsOf(bucket) }))}
        whole={partsOf(byStatus)}
        colours={['text-ok', 'text-amber', 'text-bad']}
      />
    </>
  );
}

function partsOf({ succeeded, retrying, failed }: Statistics['byStatus']) {
  return { Succeeded: succeeded, 'Being retried': retrying, Failed: failed };
}
