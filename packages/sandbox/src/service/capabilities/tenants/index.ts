export { accountOperations } from './operations.js';
export { account, findTenant, type TenantRow, tenantRecords } from './records.js';
export { tenantStates, tenantStatuses } from './states.js';
export { Account, brandOf, tenantFields } from './wire.js';
