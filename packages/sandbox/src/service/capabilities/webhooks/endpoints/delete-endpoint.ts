import type { ChangeContext } from '../../../http/operation.js';
import { stopPending } from '../delivery-records.js';
import { type EndpointRow, lockIntegrationEndpoints, markDeleted } from './records.js';

/** Ends locked endpoints. Their pending deliveries are canceled; an attempt in flight is the last. Their history can still be read. */
export async function deleteEndpoints(
  context: ChangeContext,
  rows: readonly EndpointRow[],
): Promise<void> {
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  await stopPending(context, 'cancel', ids);
  await markDeleted(context, ids);
}

/** Ends all endpoints of an integration. */
export async function deleteIntegrationEndpoints(
  context: ChangeContext,
  integrationId: string,
): Promise<void> {
  await deleteEndpoints(context, await lockIntegrationEndpoints(context, integrationId));
}
