import type { ChangeContext } from '../../../http/operation.js';
import { transition } from '../../../http/state-machine.js';
import { holdDeliveries, startResumption } from './held-deliveries.js';
import { type EndpointRow, endpointRecords } from './records.js';
import { endpointStates } from './states.js';

/** Holds the deliveries of an endpoint. @throws Problem 409 when it is paused. */
export async function pauseEndpoint(context: ChangeContext, id: string): Promise<EndpointRow> {
  const changes = transition(
    endpointStates,
    'pause',
    await endpointRecords.lock(context.tx, context.scope, id),
    {},
  );
  await holdDeliveries(context.tx, id);
  return endpointRecords.save(context, { id }, changes);
}

/** Releases or cancels what an endpoint holds. @throws Problem 409 when it is not paused. */
export async function resumeEndpoint(
  context: ChangeContext,
  id: string,
  discard: boolean,
): Promise<EndpointRow> {
  const changes = transition(
    endpointStates,
    'resume',
    await endpointRecords.lock(context.tx, context.scope, id),
    {},
  );
  await startResumption(context, id, discard);
  return endpointRecords.save(context, { id }, changes);
}
