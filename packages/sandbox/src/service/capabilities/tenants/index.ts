// What others may use of this capability.

export { account, findTenant, lockTenant, type TenantRow } from './find-tenant.js';
export { accountOperations } from './operations.js';
export { tenantStates, tenantStatuses } from './states.js';
export { Account, tenantFields } from './wire.js';
