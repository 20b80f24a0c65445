import type { Answer } from '../../api/operations.js';
import { Failures } from '../deliveries/failures.js';
import { EndpointAlerts } from './endpoint-alerts.js';

/** The endpoints that do not work, and the deliveries that have not arrived. */
export function Trouble({ endpoints }: { endpoints: Answer<'listWebhookEndpoints'> | undefined }) {
  return (
    <>
      {endpoints && <EndpointAlerts {...endpoints} />}
      <Failures most={3} others="/deliveries" />
    </>
  );
}
