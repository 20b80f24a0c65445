import { Link, useParams } from '@tanstack/react-router';
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

/** How a receiver checks the signature of an attempt. */
export function SignatureNote({ endpointId }: { endpointId: string }) {
  return (
    <Card title="How it is signed">
      <p className="max-w-prose">
        Each attempt is signed anew. <code>t</code> is the time of signing in Unix seconds. Each{' '}
        <code>v1</code> is the HMAC-SHA256 of <code>{'<t>.<body>'}</code> with a secret of the
        endpoint, in hexadecimal digits: there are two while a former secret is still valid. A
        receiver computes it over the bytes of the body as they came, before it parses them. It
        refuses an old <code>t</code>, and so a copied curl command after a few minutes. A copied
        fixture is signed when it runs.
      </p>
      <p className="mt-2">
        <Link
          to="/endpoints/$id"
          params={{ id: endpointId }}
          className="text-accent hover:underline"
        >
          The endpoint and its secret
        </Link>
      </p>
    </Card>
  );
}
