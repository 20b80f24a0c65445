import { Link } from '@tanstack/react-router';
import type { Answer } from '../../api/operations.js';
import { IdLink } from '../../resource/references.js';
import { CopyableId } from '../../ui/copyable-id.js';
import { Facts } from '../../ui/facts.js';
import { VerificationOfEvent } from '../verifications/verification-of-event.js';
import { EndpointHost } from './endpoint-host.js';
import { verificationIdOf } from './verification-id-of.js';

const link = 'text-accent hover:underline';

/** What a delivery belongs to, as links. */
export function DeliveryFacts({ delivery }: { delivery: Answer<'getWebhookDelivery'> }) {
  const { id, endpointId, eventId, requestBody, test } = delivery;
  const verificationId = verificationIdOf(requestBody);
  const endpoint = (
    <Link to="/endpoints/$id" params={{ id: endpointId }} className={link}>
      <EndpointHost id={endpointId} />
    </Link>
  );
  const event = (
    <span className="flex flex-wrap items-center gap-x-3">
      <IdLink to="/events/$id" id={eventId} />
      <Link to="/deliveries" search={{ eventId }} className={link}>
        All deliveries of this event
      </Link>
    </span>
  );
  const verification = verificationId && (
    <VerificationOfEvent
      id={verificationId}
      externalId={verificationIdOf(requestBody, 'externalId')}
      test={test}
    />
  );
  return (
    <Facts
      rows={{
        Endpoint: endpoint,
        Event: event,
        Verification: verification,
        Delivery: <CopyableId id={id} label="Copy ID" />,
      }}
    />
  );
}
