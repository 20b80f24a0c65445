import type { ChangeContext } from '../../api/operation.js';
import { nextState } from '../../api/state-machine.js';
import { holdDeliveries, startResumption } from './held-deliveries.js';
import { type EndpointRow, lockEndpoint, updateEndpoint } from './queries.js';
import { type EndpointStatus, endpointStates } from './states.js';

/** Holds the deliveries of an endpoint. @throws Problem 409 when it is paused. */
export async function pauseEndpoint(context: ChangeContext, id: string): Promise<EndpointRow> {
  nextState(endpointStates, 'pause', statusOf(await lockEndpoint(context, id)));
  await holdDeliveries(context.tx, id);
  return updateEndpoint(context, id, { paused: true });
}

/** Releases or cancels what an endpoint holds. @throws Problem 409 when it is not paused. */
export async function resumeEndpoint(
  context: ChangeContext,
  id: string,
  discard: boolean,
): Promise<EndpointRow> {
  nextState(endpointStates, 'resume', statusOf(await lockEndpoint(context, id)));
  await startResumption(context, id, discard);
  return updateEndpoint(context, id, { paused: false });
}

function statusOf({ paused }: EndpointRow): EndpointStatus {
  return paused ? 'paused' : 'active';
}
