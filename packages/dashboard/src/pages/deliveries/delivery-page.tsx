import { useParams } from '@tanstack/react-router';
import { useOperation } from '../../api/use-operation.js';
import { Time } from '../../clock/time.js';
import { Detail } from '../../resource/detail.js';
import { Card } from '../../ui/card.js';
import { Page } from '../../ui/page.js';
import { Status } from '../../ui/status.js';
import { AttemptTimeline } from './attempt-timeline.js';
import { DeliveryActions } from './delivery-actions.js';
import { DeliveryFacts } from './delivery-facts.js';
import { DeliveryOutcome } from './delivery-outcome.js';
import { RequestBody } from './request-body.js';
import { SignatureNote } from './signature-note.js';

/** A delivery: what was sent, what came back, why it failed, and what can be done about it. */
export function DeliveryPage() {
  const { id } = useParams({ from: '/deliveries/$id' });
  const query = useOperation('getWebhookDelivery', { path: { id } });
  return (
    <Detail query={query}>
      {(delivery) => (
        <Page
          title={delivery.eventType}
          lead={
            <span className="flex flex-wrap items-center gap-2">
              <Status value={delivery.status} />
              {delivery.test && <Status value="test" />}
              <span>
                Created <Time value={delivery.createdAt} />
              </span>
            </span>
          }
          actions={<DeliveryActions delivery={delivery} />}
        >
          <DeliveryOutcome delivery={delivery} />
          <Card title="Delivery">
            <DeliveryFacts delivery={delivery} />
          </Card>
          <Card title="Attempts">
            <AttemptTimeline attempts={delivery.attempts} />
          </Card>
          <RequestBody delivery={delivery} />
          <SignatureNote endpointId={delivery.endpointId} />
        </Page>
      )}
    </Detail>
  );
}
