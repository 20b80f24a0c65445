import { isNull } from 'drizzle-orm';
import * as tables from '../../../db/schema/index.js';
import { integrationResource, type RowOf } from '../../../http/resource.js';

/** Those that were not deleted. Deliveries still name the others. */
export const endpointRecords = integrationResource(tables.webhookEndpoints, 'webhook endpoint', {
  exists: isNull(tables.webhookEndpoints.deletedAt),
});
export type EndpointRow = RowOf<typeof tables.webhookEndpoints>;

/** Those that were deleted too: their deliveries can still be read. */
export const formerEndpointRecords = integrationResource(
  tables.webhookEndpoints,
  'webhook endpoint',
);
