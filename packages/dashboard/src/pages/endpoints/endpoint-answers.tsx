import type { Answer } from '../../api/operations.js';
import { useOperation } from '../../api/use-operation.js';
import { DeliveryChart } from '../../resource/delivery-chart.js';
import { Unread } from '../../resource/detail.js';
import { Card } from '../../ui/card.js';
import { PlainTable } from '../../ui/plain-table.js';
import { answerCells } from './endpoint.js';
import { EndpointStatus, HealthSentence } from './endpoint-status.js';

/** The deliveries to an endpoint, and how it does. */
export function EndpointHealth({ endpoint }: { endpoint: Answer<'getWebhookEndpoint'> }) {
  const query = useOperation('getWebhookDeliveryStatistics', {
    query: { endpointId: endpoint.id },
  });
  return (
    <Card title="Health in the last 24 hours" actions={<EndpointStatus {...endpoint} />}>
      <Unread query={query} />
      {query.data && <DeliveryChart statistics={query.data} />}
      <p className="mt-1 text-muted">
        <HealthSentence health={endpoint.health} />
      </p>
    </Card>
  );
}

/** How an endpoint has answered: how often with success, and how fast. */
export function EndpointAnswers({ id }: { id: string }) {
  const query = useOperation('getWebhookEndpointStatistics', { path: { id } });
  const { data } = query;
  const week = data && answerCells(data.last7Days);
  return (
    <Card title="Answers" flush>
      <Unread query={query} />
      {data && (
        <>
          <PlainTable
            label="Answers, table"
            rows={Object.entries(answerCells(data.last24Hours))}
            rowId={([name]) => name}
            columns={[
              { title: 'Attempts', cell: ([name]) => name },
              { title: 'Last 24 hours', right: true, cell: ([, day]) => <Figure text={day} /> },
              {
                title: 'Last 7 days',
                right: true,
                cell: ([name]) => <Figure text={week?.[name]} />,
              },
            ]}
          />
          <p className="px-4 pt-2 pb-4 text-xs text-muted">
            An attempt is acknowledged by an answer of 200 to 299. Response times are those of a
            real clock, also while the service’s clock stands still.
            {!data.last7Days.complete &&
              ' There were more: only the newest deliveries are counted.'}
          </p>
        </>
      )}
    </Card>
  );
}

function Figure({ text }: { text: string | undefined }) {
  // Breaks before a share only.
  return <span className="tabular-nums">{text?.replaceAll(' %', '\u00a0%')}</span>;
}
