import type { Answer } from '../../api/operations.js';
import { useOperation } from '../../api/use-operation.js';
import { DeliveryChart } from '../../resource/delivery-chart.js';
import { Card } from '../../ui/card.js';
import { ErrorNote } from '../../ui/error-note.js';
import { Loading } from '../../ui/loading.js';
import { EndpointStatus } from './endpoint-status.js';
import { HealthSentence } from './health-sentence.js';

/** How deliveries to an endpoint went in the last 24 hours, and its last attempts. */
export function EndpointHealth({ endpoint }: { endpoint: Answer<'getWebhookEndpoint'> }) {
  const query = { endpointId: endpoint.id };
  const statistics = useOperation('getWebhookDeliveryStatistics', { query });
  return (
    <Card title="Health in the last 24 hours" actions={<EndpointStatus endpoint={endpoint} />}>
      {statistics.isPending && <Loading />}
      {statistics.isError && <ErrorNote error={statistics.error} />}
      {statistics.data && <DeliveryChart statistics={statistics.data} />}
      <p className="mt-1 text-muted">
        <HealthSentence health={endpoint.health} />
      </p>
    </Card>
  );
}
