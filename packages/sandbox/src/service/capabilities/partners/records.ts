import { eq } from 'drizzle-orm';
import * as tables from '../../db/schema/index.js';
import { resource } from '../../http/resource.js';

/** The tenants that a partner has provisioned. */
export const provisionedRecords = resource(tables.tenants, 'tenant', {
  within: ({ tenantId }) => eq(tables.tenants.partnerId, tenantId),
});
