import type { ChangeContext } from '../../../http/operation.js';
import { transition } from '../../../http/state-machine.js';
import { type EndpointRow, lockEndpoint, updateEndpoint } from './find-endpoint.js';
import { holdDeliveries, startResumption } from './held-deliveries.js';
import { endpointStates } from './states.js';

/** Holds the deliveries of an endpoint. @throws Problem 409 when it is paused. */
export async function pauseEndpoint(context: ChangeContext, id: string): Promise<EndpointRow> {
  const changes = transition(endpointStates, 'pause', await lockEndpoint(context, id), {});
  await holdDeliveries(context.tx, id);
  return updateEndpoint(context, id, changes);
}

/** Releases or cancels what an endpoint holds. @throws Problem 409 when it is not paused. */
export async function resumeEndpoint(
  context: ChangeContext,
  id: string,
  discard: boolean,
): Promise<EndpointRow> {
  const changes = transition(endpointStates, 'resume', await lockEndpoint(context, id), {});
  await startResumption(context, id, discard);
  return updateEndpoint(context, id, changes);
}
