import type { Answer } from '../../api/operations.js';
import { useOperation } from '../../api/use-operation.js';
import { DeliveryCard, useRange } from '../../resource/delivery-chart.js';
import { Loaded } from '../../resource/detail.js';
import { type Bar, Bars } from '../../ui/bars.js';
import { Card } from '../../ui/card.js';
import { responseSentence } from './endpoint.js';
import { EndpointStatus, HealthSentence } from './endpoint-status.js';

export function EndpointHealth({ endpoint }: { endpoint: Answer<'getWebhookEndpoint'> }) {
  const { id: endpointId, health } = endpoint;
  const query = useOperation('getWebhookDeliveryStatistics', { query: { endpointId } });
  return (
    <DeliveryCard title="Health" query={query} endpointId={endpointId}>
      <p className="mb-2 text-muted">
        <EndpointStatus {...endpoint} /> <HealthSentence health={health} />
      </p>
    </DeliveryCard>
  );
}

/** The answers of an endpoint in the range of the page: the statuses and the latencies. */
export function EndpointAnswers({ id }: { id: string }) {
  const query = useOperation('getWebhookEndpointStatistics', { path: { id } });
  const [range, words] = useRange();
  return (
    <Card title={`Responses in the last ${words}`}>
      <Loaded query={query}>
        {({ last24Hours, last7Days, last30Days }) =>
          responsesOf({ '24h': last24Hours, '7d': last7Days, '30d': last30Days }[range])
        }
      </Loaded>
    </Card>
  );
}

type Period = Answer<'getWebhookEndpointStatistics'>['last24Hours'];
type Answers = Pick<Period, 'byResponse' | 'medianResponseMs' | 'p95ResponseMs'>;

const statusesOf = ({ byResponse: { none, ...statuses } }: Answers) => ({
  ...statuses,
  'No response': none,
});
const timesOf = (answers: Answers) => ({
  Median: answers.medianResponseMs,
  '95th percentile': answers.p95ResponseMs,
});

function responsesOf(period: Period) {
  const sentence = <p>{responseSentence(period)}</p>;
  if (period.attempts === 0) return sentence;
  const barsOf = (partsOf: (answers: Answers) => Bar['parts']) =>
    period.buckets.map((bucket) => ({ at: bucket.start, parts: partsOf(bucket) }));
  return (
    <>
      {sentence}
      <Bars
        label="Attempts by response status"
        bars={barsOf(statusesOf)}
        whole={statusesOf(period)}
        colours={['text-ok', 'text-info', 'text-amber', 'text-bad', 'text-muted']}
      />
      <h3 className="mt-3 font-medium">Response time</h3>
      <Bars
        label="Response time"
        bars={barsOf(timesOf)}
        whole={timesOf(period)}
        colours={['text-accent', 'text-muted']}
        unit=" ms"
      />
      <p className="mt-3 text-xs text-muted">
        A response with a 2xx status acknowledges an attempt. Response times are real time, even if
        the clock is frozen.{!period.complete && ' Only the newest deliveries are counted.'}
      </p>
    </>
  );
}
